/** Markup that is sent unescaped. Only `html` makes it, and `markup` from our own files. */
export type Html = { readonly markup: string }

/** A value in a template. Text is escaped, markup is not, and absent or false values show nothing. */
type Part = Html | string | number | false | null | undefined | readonly Part[]

/** A template of HTML: html`<p>${name}</p>` escapes the name, in elements and in quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: parts.reduce<string>((done, part, i) => done + render(part) + strings[i + 1]!, strings[0]!) }
}

/** Markup that is known to be safe, such as a drawing from a file of ours. */
export const markup = (text: string): Html => ({ markup: text })

/** Shows nothing. */
export const nothing = markup("")

/** Joins parts with something between them, such as the commas of a sentence. */
export const joined = (parts: readonly Part[], between: Part): Html => html`${parts.map((part, i) => [i > 0 && between, part])}`

/** A translated sentence around markup, such as a link in it. */
export function sentence(words: (part: string) => string, part: Html): Html {
  const [before, after] = words("\0").split("\0")
  return html`${before}${part}${after}`
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return ""
  if (typeof part === "object") return "markup" in part ? part.markup : part.map(render).join("")
  return escape(String(part))
}

const escape = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
