/** Names that hosts give their tools, awkward ones above all. */
export const hostNames = [
  "get-user", "list.items", "v1/users", "2fa", "with space", "查询天气", "发送邮件", "получить", "✉️", "👩‍💻", "ünï", "$", "_",
  "then", "constructor", "__proto__", "toString", "hasOwnProperty", "call", "name", "length", "catch", "class", "await",
  "a".repeat(80), "a-".repeat(40), "quo'te", 'dou"ble', "back\\slash", "new\nline", "[0]", "a]", "tab\there", "bidi\u202e",
  "zero\u200bwidth", "nbsp\u00a0", "\u2028", "𠀀", "\u{1c89}", "-", "#", "@scope/name", "a?.b", "${x}", "`",
] // prettier-ignore
