/** Number::toString with a radix, ECMA-262 6.1.6.1.20: the shortest digits that tell the number from its neighbours. */

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

const view = new DataView(new ArrayBuffer(8))

/** The next larger double of a positive one. */
function nextAfter(value: number): number {
  view.setFloat64(0, value)
  view.setBigUint64(0, view.getBigUint64(0) + 1n)
  return view.getFloat64(0)
}

/** Text of any number in a radix from 2 to 36. Hosts differ in the last digits of fractions; this is V8's answer. */
export function radixText(value: number, radix: number): string {
  if (!Number.isFinite(value)) return String(value)
  if (value < 0) return `-${radixText(-value, radix)}`
  const integer = Math.floor(value)
  const { digits, carry } = fractionDigits(value, value - integer, radix)
  const whole = integerText(integer + carry, radix)
  return digits.length === 0 ? whole : `${whole}.${digits.map((digit) => DIGITS[digit]!).join("")}`
}

/** Digits behind the point, as many as are needed; `carry` is 1 where rounding them up reached the integer. */
function fractionDigits(
  value: number,
  fractionOfValue: number,
  radix: number,
): { digits: number[]; carry: number } {
  const digits: number[] = []
  let fraction = fractionOfValue
  let precision = Math.max(0.5 * (nextAfter(value) - value), Number.MIN_VALUE)
  while (fraction >= precision) {
    fraction *= radix
    precision *= radix
    const digit = Math.trunc(fraction)
    digits.push(digit)
    fraction -= digit
    const roundsUp = fraction > 0.5 || (fraction === 0.5 && digit % 2 === 1)
    if (roundsUp && fraction + precision > 1) return { digits, carry: increment(digits, radix) }
  }
  return { digits, carry: 0 }
}

/** Adds one in the last place; digits that overflow go. Gives what is carried out of the first. */
function increment(digits: number[], radix: number): number {
  while (digits.length > 0) {
    const last = digits.pop()! + 1
    if (last < radix) {
      digits.push(last)
      return 0
    }
  }
  return 1
}

/** Digits that 2^53 cannot hold are zeros; the others come out in doubles, as they do in V8. */
function integerText(value: number, radix: number): string {
  const digits: string[] = []
  let rest = value
  while (rest / radix >= 2 ** 53) {
    rest /= radix
    digits.push("0")
  }
  do {
    const digit = Math.trunc(rest % radix)
    digits.push(DIGITS[digit]!)
    rest = (rest - digit) / radix
  } while (rest >= 1)
  return digits.reverse().join("")
}
