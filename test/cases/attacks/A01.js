// attack: A01
// constructor chain from every kind of primitive, literal and built-in
const probe = (v) => { try { const g = v.constructor.constructor('return globalThis')(); return g.__HOST_CANARY__ === 'host-secret'; } catch { return false; } };
const seeds = ['', 0, true, 1n, [], {}, /x/, () => 1, Symbol('s'), new Map(), new Date(), new Error('e'), Promise.resolve(), JSON, Math, [].values(), 'a'.matchAll(/a/g), (function () { return arguments; })(), new (class {})(), new Uint8Array(1)];
return seeds.some(probe) ? 'escaped' : 'contained';
