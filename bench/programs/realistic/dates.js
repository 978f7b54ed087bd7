const { orders } = await tools.data.sales({ orders: 4000, users: 100 });
const dated = orders.map((order) => ({ id: order.id, price: order.price, at: new Date(order.at) }));
dated.sort((a, b) => b.at - a.at || a.id - b.id);
const months = {};
const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const weekdays = Object.fromEntries(days.map((day) => [day, 0]));
for (const { at, price } of dated) {
  const month = at.toISOString().slice(0, 7);
  months[month] = (months[month] ?? 0) + price;
  weekdays[days[at.getUTCDay()]]++;
}
const gaps = dated.slice(1).map(({ at }, index) => (dated[index].at - at) / 3600000);
return {
  newest: dated.slice(0, 3).map(({ id, at }) => ({ id, at: at.toISOString() })),
  longestGapHours: Math.max(...gaps),
  months: Object.entries(months).map(([month, total]) => [month, total.toFixed(2)]),
  weekdays,
};
