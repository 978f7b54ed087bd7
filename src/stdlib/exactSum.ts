/** Exact sums of finite numbers: BigInts in units of the least positive number, 2^-1074, and their rounding. */

const scratch = new Float64Array(1)
const words = new Uint32Array(scratch.buffer)

export function addExactly(sum: bigint, number: number): bigint {
  scratch[0] = number
  const high = words[1]!
  const exponent = (high >>> 20) & 0x7ff
  const fraction = (high & 0xfffff) * 4_294_967_296 + words[0]!
  const significand = exponent === 0 ? fraction : fraction + 4_503_599_627_370_496
  const magnitude = BigInt(significand) << BigInt(exponent === 0 ? 0 : exponent - 1)
  return number < 0 ? sum - magnitude : sum + magnitude
}

/** The number nearest to a sum, ties to even. */
export function roundExactSum(sum: bigint): number {
  const negative = sum < 0n
  const magnitude = negative ? -sum : sum
  const bits = magnitude.toString(2).length
  let result: number
  if (bits <= 64) result = scale(Number(magnitude), -1074)
  else {
    const shift = BigInt(bits - 64)
    const kept = magnitude >> shift
    const sticky = kept << shift === magnitude ? kept : kept | 1n
    result = scale(Number(sticky), bits - 64 - 1074)
  }
  return negative ? -result : result
}

/** Times a power of two, without overflow or loss on the way. */
function scale(number: number, exponent: number): number {
  if (exponent >= -1022)
    return exponent > 1000 ? number * 2 ** 960 * 2 ** (exponent - 960) : number * 2 ** exponent
  // Such a sum has at most 64 + 52 bits: rounding to 53 bits of a number with a full exponent is exact below.
  return number * 2 ** -1000 * 2 ** (exponent + 1000)
}
