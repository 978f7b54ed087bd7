// attack: A05
// the error of a failed tool, its cause, its stack frames and its prototype
let hit = false; const go = (x, d = 0) => { if (x == null || d > 3) return; try { if (x.constructor.constructor('return globalThis')().__HOST_CANARY__ === 'host-secret') hit = true; } catch {} try { for (const k of Object.getOwnPropertyNames(x)) go(x[k], d + 1); } catch {} };
try { await tools.fail.now({ message: 'x' }); } catch (e) { go(e); go(Object.getPrototypeOf(e)); go(e.cause); } await tools.fail.now({ message: 'y' }).catch(go); await Promise.any([tools.fail.now({ message: 'z' })]).catch((e) => e.errors.forEach((x) => go(x)));
return hit ? 'escaped' : 'contained';
