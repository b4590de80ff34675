/** The classes of an amount in large type: the longer it is, the smaller, because one that breaks within its digits is misread. */
export function figureClass(text: string): string {
  if (text.length <= 13) return "num"
  return text.length <= 18 ? "num long" : "num longer"
}
