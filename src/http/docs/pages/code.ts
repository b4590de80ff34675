import { escape } from "../../../kit/pure/html.ts"

/** A code block with a caption. `html` must be escaped. It has a tabindex, so that it can be scrolled with the keyboard. */
export const figure = (name: string, caption: string, html: string) =>
  `<figure class="code"><figcaption>${escape(caption)}</figcaption>
<pre tabindex="0" role="group" aria-label="${escape(name)}">${html}</pre></figure>`

/** JSON as HTML, with classes for keys, strings and numbers. */
export function json(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return text.replaceAll(
    /("(?:[^"\\]|\\.)*")(:)?|\b(-?\d[\d.]*|true|false|null)\b|[<>&]/g,
    (all, quoted?: string, colon?: string, plain?: string) => {
      if (quoted !== undefined) return `<span class="${colon ? "k" : "s"}">${escape(quoted)}</span>${colon ?? ""}`
      return plain === undefined ? escape(all) : `<span class="n">${plain}</span>`
    },
  )
}
