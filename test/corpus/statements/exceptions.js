// throw, try, catch and finally in all combinations.

throw new Error("plain") //! Error: plain

throw new TypeError("typed") //! TypeError: typed

throw 5 //! 5

throw "text" //! "text"

throw undefined //! undefined

throw null //! null

throw { a: 1 } //! { a: 1 }

throw Object.assign(new Error("with fields"), { code: "E1" }) //! Error: with fields

class MyError extends Error { constructor(m) { super(m); this.name = "MyError"; this.extra = 1 } }
throw new MyError("mine") //! MyError: mine

class Bare extends Error {}
throw new Bare("bare") //! Error: bare

throw new Error("") //! Error

throw
1
//! SyntaxError

try {}
//! SyntaxError

try { throw 1 } catch (e) { return e } //=> 1

try { throw 1 } catch { return "no binding" } //=> "no binding"

try { throw { a: [1, 2] } } catch ({ a: [, second] }) { return second } //=> 2

try { throw null } catch ({ a }) { }
//! TypeError

try { return "try" } finally { } //=> "try"

const log = []
const f = () => { try { log.push("try"); return log.push("value") } finally { log.push("finally") } }
f() //=> 2
log //=> ["try", "value", "finally"]

const f = () => { try { return "try" } finally { return "finally" } }
f() //=> "finally"

const f = () => { try { throw new Error("lost") } finally { return "finally" } }
f() //=> "finally"

const f = () => { try { throw new Error("kept") } finally { "nothing" } }
f() //! Error: kept

const f = () => { try { throw new Error("first") } finally { throw new Error("second") } }
f() //! Error: second

const f = () => { try { return 1 } finally { throw new Error("after return") } }
f() //! Error: after return

const f = () => { try { throw 1 } catch (e) { return "catch " + e } finally { } }
f() //=> "catch 1"

const f = () => { try { throw 1 } catch (e) { throw 2 } finally { return 3 } }
f() //=> 3

const f = () => { try { throw 1 } catch (e) { throw e + 1 } finally { } }
f() //! 2

const f = () => { try { throw 1 } catch (e) { return e } finally { return "f" } }
f() //=> "f"

const f = () => { for (;;) { try { return "lost" } finally { break } } return "after break" }
f() //=> "after break"

const f = () => { let n = 0; for (;;) { try { if (n++ === 2) return n; throw n } catch { continue } finally { n += 10; if (n > 40) break } } return "left at " + n }
f() //=> "left at 44"

const f = () => { for (const x of [1, 2]) { try { continue } finally { if (x === 2) return "in finally" } } return "end" }
f() //=> "in finally"

const f = () => { out: { try { break out } finally { return "finally wins" } } return "after" }
f() //=> "finally wins"

const f = () => { out: try { return 1 } finally { break out } return 2 }
f() //=> 2

// The value of return is evaluated before finally runs.
const f = () => { let x = 1; try { return x } finally { x = 2 } }
f() //=> 1

const f = () => { const o = { x: 1 }; try { return o } finally { o.x = 2 } }
f() //=> { x: 2 }

const log = []
const nested = () => {
  try { try { try { throw "a" } finally { log.push(1) } } catch (e) { log.push(e); throw "b" } finally { log.push(2) } }
  catch (e) { log.push(e); return "done" } finally { log.push(3) }
}
nested() //=> "done"
log //=> [1, "a", 2, "b", 3]

const log = []
const f = (n) => { try { log.push("in " + n); if (n > 0) f(n - 1); else throw new Error("bottom") } finally { log.push("out " + n) } }
try { f(2) } catch (e) { log.push(e.message) }
log //=> ["in 2", "in 1", "in 0", "out 0", "out 1", "out 2", "bottom"]

const f = () => { try { null.x } catch (e) { return [e instanceof TypeError, e.name] } }
f() //=> [true, "TypeError"]

const f = () => { try { undefinedName } catch (e) { return [e.constructor === ReferenceError, e.name] } }
f() //=> [true, "ReferenceError"]

let e = "outer"
try { throw "inner" } catch (e) { e += "!" }
e //=> "outer"

let caught
try { throw 1 } catch (e) { caught = () => e }
caught() //=> 1

try { throw new Error("a") } catch (e) { try { throw new Error("b", { cause: e }) } catch (f) { return f } } //=> [Error: b { cause: [Error: a] }]

const errors = [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError]
errors.map((E) => { try { throw new E("m") } catch (e) { return [e.name, e.message, e instanceof Error, String(e)] } }) //=> [["Error", "m", true, "Error: m"], ["TypeError", "m", true, "TypeError: m"], ["RangeError", "m", true, "RangeError: m"], ["SyntaxError", "m", true, "SyntaxError: m"], ["ReferenceError", "m", true, "ReferenceError: m"], ["EvalError", "m", true, "EvalError: m"], ["URIError", "m", true, "URIError: m"]]

try { [1].map((x) => { throw x }) } catch (e) { return e } //=> 1

try { ({ get x() { throw "getter" } }).x } catch (e) { return e } //=> "getter"

// What built-ins throw.
[].reduce((a, b) => a) //! TypeError: Reduce of empty array with no initial value
new Array(-1) //! RangeError: Invalid array length
"x".repeat(-1) //! RangeError: Invalid count value: -1
(1.5).toFixed(101) //! RangeError: toFixed() digits argument must be between 0 and 100
decodeURIComponent("%") //! URIError: URI malformed
Symbol() + "" //! TypeError: Cannot convert a Symbol value to a string
BigInt(1.5) //! RangeError: The number 1.5 cannot be converted to a BigInt because it is not an integer
(function f() { f() })() //! RangeError: Maximum call stack size exceeded

const f = () => { while (true) { try { try { return 1 } finally { continue_() } } catch { return "caught" } } }
const continue_ = () => { throw 1 }
f() //=> "caught"

const f = function* () { try { yield 1 } finally { yield "cleanup" } }
const g = f()
;[g.next(), g.return("r"), g.next(), g.next()] //=> [{ value: 1, done: false }, { value: "cleanup", done: false }, { value: "r", done: true }, { value: undefined, done: true }]

function f() { try { return g() } finally { n++ } }
function g() { return n }
let n = 1
f() //=> 1

const results = []
for (const how of ["normal", "throw", "return", "break", "continue"]) {
  results.push((() => {
    const log = [how]
    loop: for (let i = 0; i < 2; i++) {
      try {
        if (how === "throw") throw how
        if (how === "return") return log
        if (how === "break") break loop
        if (how === "continue") continue loop
        log.push("end of try")
      } catch { log.push("caught") } finally { log.push("finally " + i) }
      log.push("after")
    }
    return log
  })())
}
results //=> [["normal", "end of try", "finally 0", "after", "end of try", "finally 1", "after"], ["throw", "caught", "finally 0", "after", "caught", "finally 1", "after"], ["return", "finally 0"], ["break", "finally 0"], ["continue", "finally 0", "finally 1"]]
