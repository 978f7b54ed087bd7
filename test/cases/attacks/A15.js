// attack: A15
// hooks that the host would run after the program has ended (time bombs)
let fired = 0; const bomb = { toJSON() { fired++; globalThis.__GUEST_RAN_LATE__ = true; return 'x'; } }; const trap = new Proxy({}, { ownKeys() { globalThis.__GUEST_RAN_LATE__ = true; return []; }, get(t, k) { if (k !== 'then') globalThis.__GUEST_RAN_LATE__ = true; return undefined; }, getPrototypeOf() { globalThis.__GUEST_RAN_LATE__ = true; return null; } });
return { bomb, trap, get g() { globalThis.__GUEST_RAN_LATE__ = true; return 1; }, [Symbol.toPrimitive]() { globalThis.__GUEST_RAN_LATE__ = true; }, deep: [{ bomb }] };
