import { type Html, html } from "../../kit/pure/html.ts"

/** The classes of an amount in large type. A longer amount is smaller, because people misread an amount that breaks within its digits. */
export function figureClass(text: string): string {
  if (text.length <= 13) return "num"
  return text.length <= 18 ? "num long" : "num longer"
}

/** An amount within a sentence. It is smaller on a phone if it would break. */
export function wholeFigure(text: string): Html | string {
  const kind = figureClass(text)
  return kind === "num" ? text : html`<span class="${kind}">${text}</span>`
}
