// attack: A03
// host functions and proxies handed in by the host: tools, a namespace, a tool, its bound forms
const reach = (f) => { try { return Object.getPrototypeOf(f).constructor('return globalThis')().__HOST_CANARY__ === 'host-secret' || f.constructor.constructor('return globalThis')().__HOST_CANARY__ === 'host-secret'; } catch { return false; } };
const found = [tools, tools.echo, tools.echo.same, tools.echo.same.bind, tools['constructor'], tools.echo['__proto__'], Object.getOwnPropertyDescriptor(tools.echo, 'same')?.value, Reflect.get(tools.echo, 'same'), console, console.log].map((f) => { try { return f != null && (reach(f) || reach(f.constructor)); } catch { return false; } });
return found.some(Boolean) ? 'escaped' : 'contained';
