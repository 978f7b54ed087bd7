// Owns reading the mappings of a source map (ECMA-426) back to offsets. Never reads names or other sources.

const digits = new Map(
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].map((digit, value) => [
    digit,
    value,
  ]),
)

/** The numbers of one segment, Base64 VLQ. */
function decode(segment: string): Array<number> {
  const numbers: Array<number> = []
  let value = 0
  let shift = 0
  for (const digit of segment) {
    const bits = digits.get(digit)!
    value |= (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = shift = 0
  }
  return numbers
}

function lineStarts(text: string, lineEnds: RegExp): Array<number> {
  return [0, ...[...text.matchAll(lineEnds)].map((end) => end.index + end[0].length)]
}

/** A function from offsets in the generated text to offsets in its source. */
export function sourceMapOrigin(
  mappings: string,
  generated: string,
  source: string,
): (offset: number) => number {
  const generatedLines = lineStarts(generated, /\r\n|[\r\n]/g)
  const sourceLines = lineStarts(source, /\r\n|[\r\n\u2028\u2029]/g)
  const from: Array<number> = [0]
  const to: Array<number> = [0]
  let line = 0
  let column = 0
  mappings.split(";").forEach((segments, generatedLine) => {
    let generatedColumn = 0
    for (const segment of segments === "" ? [] : segments.split(",")) {
      const [columns = 0, , lines = 0, columnsBack = 0] = decode(segment)
      generatedColumn += columns
      line += lines
      column += columnsBack
      from.push(generatedLines[generatedLine]! + generatedColumn)
      to.push(sourceLines[line]! + column)
    }
  })
  return (offset) => {
    let low = 0
    let high = from.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (from[middle]! <= offset) low = middle
      else high = middle - 1
    }
    const length = offset - from[low]!
    const start = to[low]!
    const isCopy = source.slice(start, start + length) === generated.slice(from[low], offset)
    return isCopy ? start + length : start
  }
}
