// attack: A11
// ambient names: process, require, module, eval, Function, import(), timers' handles, WebAssembly
let hit = false; const look = (x) => { try { if (x && (x.__HOST_CANARY__ === 'host-secret' || x.constructor?.constructor?.('return globalThis')()?.__HOST_CANARY__ === 'host-secret')) hit = true; } catch {} };
for (const f of [() => process, () => require, () => module, () => globalThis, () => global, () => self, () => eval, () => Function, () => WebAssembly, () => SharedArrayBuffer, () => FinalizationRegistry, () => WeakRef, () => setTimeout, () => queueMicrotask, () => fetch, () => Buffer, () => this]) { try { look(f()); } catch {} }
try { const m = await import('node:os'); look(m); hit ||= typeof m.hostname === 'function'; } catch {} try { look((0, eval)('globalThis')); } catch {} try { look(new Function('return globalThis')()); } catch {}
return hit ? 'escaped' : 'contained';
