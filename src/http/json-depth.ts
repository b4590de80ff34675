/** More than any request needs. Deeper ones could overflow the stack of what walks through them. */
export const maxJsonDepth = 64

const [quote, backslash] = [0x22, 0x5c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether JSON is nested deeper than `maxJsonDepth`, without parsing it: counts brackets outside of strings and looks at each byte once.
 * UTF-8 has none of these bytes inside another character.
 */
export function isNestedTooDeep(bytes: ArrayLike<number>): boolean {
  const { length } = bytes
  if (length <= maxJsonDepth) return false
  let depth = 0
  let inString = false
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]
    if (inString) {
      if (byte === backslash) i++
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (byte === openBracket || byte === openBrace) {
      if (++depth > maxJsonDepth) return true
    } else if (byte === closeBracket || byte === closeBrace) depth--
  }
  return false
}
