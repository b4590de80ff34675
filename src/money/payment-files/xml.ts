/** An element with its text or its children, in the order that the schema prescribes. Undefined children are left out. */
export type Element = { name: string; attributes?: Record<string, string>; content: string | readonly (Element | undefined)[] }

export const element = (name: string, ...content: readonly [string] | readonly (Element | undefined)[]): Element => {
  const [first] = content
  return { name, content: typeof first === "string" ? first : (content as readonly (Element | undefined)[]) }
}

/** Each text is escaped once, here. */
export function renderDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${render(root, "")}`
}

function render({ name, attributes = {}, content }: Element, indent: string): string {
  const tag = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escape(value)}"`)].join(" ")
  if (typeof content === "string") return `${indent}<${tag}>${escape(content)}</${name}>\n`
  const children = content.filter(child => child !== undefined).map(child => render(child, `${indent}  `))
  return `${indent}<${tag}>\n${children.join("")}${indent}</${name}>\n`
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
