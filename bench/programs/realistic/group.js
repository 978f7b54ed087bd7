const { orders, users } = await tools.data.sales({ orders: 10000, users: 500 });
const byId = Object.fromEntries(users.map((user) => [user.id, user]));
const groups = {};
for (const order of orders) {
  const user = byId[order.userId];
  const key = `${user.country}/${order.category}`;
  const group = (groups[key] ??= { country: user.country, category: order.category, count: 0, total: 0, users: new Set() });
  group.count++;
  group.total += order.price * order.quantity;
  group.users.add(user.name);
}
return Object.values(groups)
  .map(({ users, ...group }) => ({ ...group, total: Math.round(group.total * 100) / 100, users: users.size }))
  .sort((a, b) => b.total - a.total || a.country.localeCompare(b.country))
  .slice(0, 20);
