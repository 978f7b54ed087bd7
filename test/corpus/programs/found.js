// Found by test/property, made small.

// the names of a catch pattern have a dead zone
try { throw [] } catch ([a = a]) { a } //! ReferenceError: Cannot access 'a' before initialization
