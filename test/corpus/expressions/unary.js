// typeof, void, new.target and the like.

typeof 1 //=> "number"
typeof "" //=> "string"
typeof true //=> "boolean"
typeof undefined //=> "undefined"
typeof null //=> "object"
typeof {} //=> "object"
typeof [] //=> "object"
typeof (() => 1) //=> "function"
typeof class {} //=> "function"
typeof Symbol() //=> "symbol"
typeof 1n //=> "bigint"
typeof new String("") //=> "object"
typeof Math //=> "object"
typeof JSON //=> "object"
typeof neverDeclared //=> "undefined"
typeof typeof 1 //=> "string"
typeof new Proxy(() => 1, {}) //=> "function"
typeof new Proxy({}, {}) //=> "object"
typeof async function () {} //=> "function"
typeof function* () {} //=> "function"

typeof later
let later = 1
//! ReferenceError: Cannot access 'later' before initialization

typeof later //! ReferenceError: Cannot access 'later' before initialization
let later = 1

void 0 //=> undefined
void "x" //=> undefined
(void (() => 5)()) //=> undefined
- -5 //=> 5
+-5 //=> -5
!-0 //=> true
~"5" //=> -6
-"x" //=> NaN
-[] //=> -0
-{} //=> NaN
-true //=> -1

let i = 5
i++ //=> 5
i //=> 6
++i //=> 7
i-- //=> 7
--i //=> 5
i++ + i++ //=> 11
-i++ //=> -7

5++
//! SyntaxError

// not on: V8: it throws a ReferenceError when it gets there
++f()
//! SyntaxError

function Target() { return new.target === Target }
new Target() instanceof Target //=> true
Target() //=> false
function Which() { this.name = new.target.name }
class Child extends Which {}
new Child().name //=> "Child"

function Outer() { return (() => new.target)() }
Outer() //=> undefined
new Outer() === Outer //=> true
Reflect.construct(Outer, [], Map) === Map //=> true
