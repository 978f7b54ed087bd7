// What a model writes: many calls side by side, much data read, little returned.
const packages = await tools.packages.list()
const manifests = await Promise.all(packages.map(({ path }) => tools.packages.manifest({ path })))
const sizes = await Promise.all(
  packages.map(async ({ path }) => {
    const files = await tools.packages.files({ path })
    return files.reduce((sum, file) => sum + file.bytes, 0)
  }),
)

const licences = {}
const versions = new Map()
for (const { name, version, license } of manifests) {
  const licence = typeof license === "string" ? license : (license?.type ?? "none stated")
  licences[licence] = (licences[licence] ?? 0) + 1
  if (!versions.has(name)) versions.set(name, new Set())
  versions.get(name).add(version)
}

const largest = packages
  .map(({ path }, index) => ({ path, megabytes: Math.round(sizes[index] / 1e5) / 10 }))
  .sort((left, right) => right.megabytes - left.megabytes)
  .slice(0, 5)

const duplicated = [...versions]
  .filter(([, found]) => found.size > 1)
  .map(([name, found]) => `${name}: ${[...found].sort().join(", ")}`)

const unlicensed = packages
  .filter((_, index) => manifests[index].license === undefined)
  .map(({ path }) => path)
const readme =
  unlicensed.length > 0 ? await tools.packages.read({ path: unlicensed[0], file: "package.json" }) : ""

return {
  packages: packages.length,
  licences: Object.entries(licences)
    .sort((left, right) => right[1] - left[1])
    .slice(0, 6),
  largest,
  duplicated: duplicated.slice(0, 8),
  unlicensed: { count: unlicensed.length, first: unlicensed[0] ?? null, manifestBytes: readme.length },
}
