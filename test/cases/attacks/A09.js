// attack: A09
// the program's own result is a thenable: the host's resolve function reaches guest code
return { then(resolve, reject) { let hit = false; for (const f of [resolve, reject]) { try { if (f.constructor('return globalThis')().__HOST_CANARY__ === 'host-secret') hit = true; } catch {} } resolve(hit ? 'escaped' : 'contained'); } };
