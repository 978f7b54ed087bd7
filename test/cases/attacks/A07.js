// attack: A07
// values that come back from a tool
let hit = false; const go = (x) => { try { if (x.constructor.constructor('return globalThis')().__HOST_CANARY__ === 'host-secret') hit = true; } catch {} };
const v = await tools.echo.same({ o: {}, a: [1], s: 'x', n: 1, d: { e: { f: [{}] } } }); [v, v.o, v.a, v.s, v.n, v.d.e.f, v.d.e.f[0], v.a.map, Object.keys(v), Object.entries(v)[0]].forEach(go); const { ...copy } = v; go(copy); go(v.a.constructor.from([1])); go(JSON.parse('{}')); go(structuredClone?.({}));
return hit ? 'escaped' : 'contained';
