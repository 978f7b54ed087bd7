const open = [];
let cursor = null;
let pages = 0;
do {
  const page = await tools.tickets.list({ cursor, limit: 25 });
  for (const ticket of page.items) if (ticket.state === "open" && ticket.priority >= 3) open.push(ticket.id);
  cursor = page.next;
  pages++;
} while (cursor !== null && pages < 200);
return { pages, open: open.length, first: open.slice(0, 10) };
