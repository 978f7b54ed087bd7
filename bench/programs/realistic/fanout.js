const ids = Array.from({ length: 500 }, (_, index) => index + 1);
async function mapLimit(items, limit, f) {
  const results = new Array(items.length);
  let next = 0;
  async function worker() {
    while (next < items.length) {
      const index = next++;
      results[index] = await f(items[index]);
    }
  }
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
const tickets = await mapLimit(ids, 8, (id) => tools.tickets.get({ id }));
const counts = {};
for (const { state } of tickets) counts[state] = (counts[state] ?? 0) + 1;
return { counts, priority: tickets.reduce((sum, ticket) => sum + ticket.priority, 0) };
