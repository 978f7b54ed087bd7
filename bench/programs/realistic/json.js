const text = await tools.files.read({ path: "events.json" });
const events = JSON.parse(text);
const failed = events.filter((event) => event.level === "error" && event.durationMs > 50 && !event.tags.includes("ignored"));
return {
  characters: text.length,
  events: events.length,
  failed: failed.length,
  slowest: failed.map(({ id, durationMs }) => ({ id, durationMs })).sort((a, b) => b.durationMs - a.durationMs || a.id - b.id).slice(0, 5),
};
