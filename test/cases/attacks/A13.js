// attack: A13
// error text leaks where the host lives on disk
const texts = []; const grab = (e) => { try { texts.push(String(e?.stack), String(e?.message), String(e?.fileName), JSON.stringify(Object.getOwnPropertyDescriptors(e ?? {}))); } catch {} };
try { null.x; } catch (e) { grab(e); } try { JSON.parse('{'); } catch (e) { grab(e); } try { await tools.fail.now({ message: 'x' }); } catch (e) { grab(e); } try { await tools.echo.same(10n); } catch (e) { grab(e); } try { await tools.nope.nope(); } catch (e) { grab(e); } try { [].reduce(() => 1); } catch (e) { grab(e); }
return texts.some((t) => /file:\/\/|node:internal|node_modules|\/src\//.test(t)) ? 'escaped' : 'contained';
