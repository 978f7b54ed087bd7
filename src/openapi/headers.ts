/** What HTTP allows in a header. Knows no header by name. */

/** A token of RFC 9110, 5.6.2. */
export const isHeaderName = (name: string): boolean => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)

/** What a header's value can hold: visible ASCII, spaces, tabs and Latin-1 (RFC 9110, 5.5). */
export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
