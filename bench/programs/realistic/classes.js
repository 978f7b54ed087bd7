class Account {
  #balance = 0;
  history = [];
  constructor(id) {
    this.id = id;
  }
  get balance() {
    return this.#balance;
  }
  apply(entry) {
    if (this.#balance + entry.amount < 0) throw new RangeError(`account ${this.id} has only ${this.#balance}`);
    this.#balance += entry.amount;
    this.history.push(entry);
    return this;
  }
}
class Savings extends Account {
  static rate = 0.01;
  apply(entry) {
    return super.apply({ ...entry, amount: Math.round(entry.amount * (1 + Savings.rate)) });
  }
}
class Ledger {
  accounts = new Map();
  refused = 0;
  account(id) {
    let account = this.accounts.get(id);
    if (account === undefined) this.accounts.set(id, (account = id % 3 === 0 ? new Savings(id) : new Account(id)));
    return account;
  }
  post(id, amount) {
    try {
      this.account(id).apply({ amount, order: this.accounts.size });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.refused++;
    }
  }
}
const { orders } = await tools.data.sales({ orders: 10000, users: 200 });
const ledger = new Ledger();
for (const { userId, quantity, price, id } of orders) ledger.post(userId, (id % 4 === 0 ? -1 : 1) * Math.round(price * quantity));
const accounts = [...ledger.accounts.values()].sort((a, b) => b.balance - a.balance || a.id - b.id);
return {
  accounts: accounts.length,
  refused: ledger.refused,
  total: accounts.reduce((sum, account) => sum + account.balance, 0),
  top: accounts.slice(0, 5).map((account) => ({ id: account.id, balance: account.balance, entries: account.history.length })),
};
