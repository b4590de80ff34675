import { type Html, html } from "../../kit/pure/html.ts"

/** The classes of an amount in large type: the longer it is, the smaller, because one that breaks within its digits is misread. */
export function figureClass(text: string): string {
  if (text.length <= 13) return "num"
  return text.length <= 18 ? "num long" : "num longer"
}

/** An amount within a sentence: as it is, or smaller on a phone where it would break. */
export function wholeFigure(text: string): Html | string {
  const kind = figureClass(text)
  return kind === "num" ? text : html`<span class="${kind}">${text}</span>`
}
