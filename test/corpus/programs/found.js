// Found by test/property, made small.

// the names of a catch pattern have a dead zone
try { throw [] } catch ([a = a]) { a } //! ReferenceError: Cannot access 'a' before initialization

// not on: JavaScriptCore: its `finally` takes two turns less
const turns = []
Promise.resolve().finally(() => {}).then(() => turns.push("finally"))
for (let turn = 0; turn < 6; turn++) { turns.push(turn); await undefined }
turns //=> [0, 1, 2, 3, "finally", 4, 5]

// not on: JavaScriptCore: it converts the key before it looks at the object
const key = { toString() { throw "converted" } }
undefined[key] = 1 //! TypeError
