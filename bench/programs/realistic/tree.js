const root = await tools.files.tree({ depth: 6 });
let files = 0;
const byExtension = {};
function visit(node, path) {
  if (node.children === undefined) {
    files++;
    const extension = node.name.slice(node.name.lastIndexOf("."));
    byExtension[extension] = (byExtension[extension] ?? 0) + node.size;
    return { size: node.size, depth: 1, largest: { path, size: node.size } };
  }
  let size = 0;
  let depth = 0;
  let largest = null;
  for (const child of node.children) {
    const seen = visit(child, `${path}/${child.name}`);
    size += seen.size;
    depth = Math.max(depth, seen.depth);
    if (largest === null || seen.largest.size > largest.size) largest = seen.largest;
  }
  return { size, depth: depth + 1, largest };
}
return { ...visit(root, root.name), files, byExtension };
