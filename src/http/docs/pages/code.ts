import { type Html, html } from "../../../kit/pure/html.ts"

/** A code block with a caption. It has a tabindex, so that it can be scrolled with the keyboard. */
export const figure = (name: string, caption: string, code: Html | string) =>
  html`<figure class="code"><figcaption>${caption}</figcaption>
<pre tabindex="0" role="group" aria-label="${name}">${code}</pre></figure>`

/** JSON as HTML, with classes for keys, strings and numbers. */
export function json(value: unknown): Html {
  const parts = JSON.stringify(value, null, 2).split(/("(?:[^"\\]|\\.)*":?|\b-?\d[\d.]*\b|\b(?:true|false|null)\b)/)
  return html`${parts.map((part, i) => (i % 2 === 0 ? part : token(part)))}`
}

function token(text: string): Html {
  if (!text.startsWith('"')) return html`<span class="n">${text}</span>`
  return text.endsWith(":") ? html`<span class="k">${text.slice(0, -1)}</span>:` : html`<span class="s">${text}</span>`
}
