import { escape } from "../../mails/letter.ts"

/** A piece of code with its name above it. `html` is escaped already. Long lines scroll, so that the keyboard can reach it. */
export const figure = (name: string, caption: string, html: string) =>
  `<figure class="code"><figcaption>${escape(caption)}</figcaption>
<pre tabindex="0" role="group" aria-label="${escape(name)}">${html}</pre></figure>`

/** JSON with its keys, texts and numbers told apart. */
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
