/** More than any request needs. Deeper ones could overflow the stack of what walks through them. */
export const maxJsonDepth = 64
/**
 * Also more than any request needs: 200 lines have 2,000. A body of 1 MiB has room for 170,000 fields, and naming what is wrong with each
 * of them takes a second and eight times as many bytes.
 */
export const maxJsonFields = 5_000

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether JSON has too many levels or fields, without parsing it: counts brackets and colons outside of strings and looks at each byte
 * once. UTF-8 has none of these bytes inside another character.
 */
export function excessOf(bytes: ArrayLike<number>): "depth" | "fields" | undefined {
  const { length } = bytes
  if (length <= maxJsonDepth) return undefined
  let [depth, fields] = [0, 0]
  let inString = false
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]
    if (inString) {
      if (byte === backslash) i++
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (byte === openBracket || byte === openBrace) {
      if (++depth > maxJsonDepth) return "depth"
    } else if (byte === closeBracket || byte === closeBrace) depth--
    else if (byte === colon && ++fields > maxJsonFields) return "fields"
  }
  return undefined
}
