const { orders, users } = await tools.data.sales({ orders: 10000, users: 2000 });
const seen = new Set();
const unique = orders.filter(({ userId, category, quantity }) => {
  const key = `${userId}|${category}|${quantity}`;
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
});
const first = new Map();
for (const user of users) {
  const mail = user.email.trim().toLowerCase();
  if (!first.has(mail)) first.set(mail, user);
}
const categories = new Map();
for (const { category, userId } of unique) {
  if (!categories.has(category)) categories.set(category, new Set());
  categories.get(category).add(userId);
}
return {
  orders: unique.length,
  users: first.size,
  categories: [...categories].map(([name, ids]) => [name, ids.size]).sort(([a], [b]) => a.localeCompare(b)),
};
