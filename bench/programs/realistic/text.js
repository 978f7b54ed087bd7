const text = await tools.files.read({ path: "server.log" });
const line = /^\[(\d{4}-\d{2}-\d{2}T[\d:]+)Z\] (GET|POST|PUT) (\/[\w\/.-]*) (\d{3}) (\d+)ms from ([\w.]+@[\w.]+)$/;
const paths = new Map();
const hosts = new Set();
let unread = 0;
for (const row of text.split("\n")) {
  const match = line.exec(row);
  if (match === null) {
    unread++;
    continue;
  }
  const [, , method, path, status, ms, mail] = match;
  const key = `${method} ${path.replace(/\d+/g, ":id")}`;
  const entry = paths.get(key) ?? { calls: 0, failures: 0, ms: 0 };
  entry.calls++;
  if (/^5/.test(status)) entry.failures++;
  entry.ms += Number(ms);
  paths.set(key, entry);
  hosts.add(mail.split("@")[1].toLowerCase());
}
return { unread, hosts: [...hosts].sort(), paths: [...paths].sort(([a], [b]) => (a < b ? -1 : 1)) };
