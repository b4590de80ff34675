/**
 * The characters that every bank of the scheme takes: Latin letters without accents, digits, space and a few signs. Other letters become
 * the ones that banks agreed on. Returns undefined where a character has none: nothing is dropped silently.
 */
export function plainText(text: string): string | undefined {
  const replaced = Array.from(text.normalize("NFC"), char => replacements[char] ?? withoutMarks(char)).join("")
  const plain = replaced.replace(/\s+/g, " ").trim()
  return /^[A-Za-z0-9/?:().,'+ -]*$/.test(plain) ? withoutOuterSlashes(plain) : undefined
}

/** Banks read a slash at an end, and two together, as their own markers. */
const withoutOuterSlashes = (text: string) => text.replace(/\/{2,}/g, "/").replace(/^[/\s]+|[/\s]+$/g, "")

const withoutMarks = (char: string) => char.normalize("NFD").replace(/\p{M}/gu, "")

/** A name in a field of this length. */
export const cut = (text: string, max: number) => text.slice(0, max).trim()

const pairs = (from: string, to: string) => from.split(" ").map((char, i) => [char, to.split(" ")[i] ?? ""] as const)
const inBothCases = (from: string, to: string) => [
  ...pairs(from, to),
  ...pairs(from.toUpperCase(), to).map(([char, letters]) => [char, letters.charAt(0).toUpperCase() + letters.slice(1)] as const),
]

const replacements: Record<string, string> = Object.fromEntries([
  ...inBothCases("æ œ ø đ ð ł þ ħ ŋ ŧ", "ae oe o d d l th h n t"),
  ...pairs("ß ẞ ı ª º", "ss SS i a o"),
  ...inBothCases("α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ σ τ υ φ χ ψ ω", "a v g d e z i th i k l m n x o p r s t y f ch ps o"),
  ...inBothCases("ά έ ή ί ό ύ ώ ϊ ϋ", "a e i i o y o i y"),
  ...pairs("ς", "s"),
  ...inBothCases("а б в г д е ж з и й к л м н о п р с т у ф х ц ч ш щ", "a b v g d e zh z i y k l m n o p r s t u f h ts ch sh sht"),
  ...inBothCases("ъ ь ю я ы э ё і ї є", "a y yu ya y e e i i e"),
  ...pairs("& @ _ # ; ! * = % ~ ^ ` ´ ’ ‘ ‚ “ ” „ « » – — −", "+ (at) - . , . . - . - . ' ' ' ' , ' ' ' ' ' - - -"),
  ...pairs('" < > [ ] { } | \\ $ € £ ° § …', "' ( ) ( ) ( ) / / . EUR GBP . . ..."),
])
