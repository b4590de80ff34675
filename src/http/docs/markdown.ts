import { escape } from "../../kit/pure/html.ts"
import { figure } from "./pages/code.ts"

type Heading = { id: string; title: string }
export type Rendered = { title: string; headings: Heading[]; html: string }
/** Returns the address on this site for one in a file, or undefined where there is none: then only the text is shown. */
type Resolve = (address: string) => string | undefined

/**
 * The part of Markdown that the guides use: headings, paragraphs, lists of one level, tables, code blocks, images; inside them code, bold
 * and links. Everything else is text and escaped, so a guide can't bring markup of its own.
 */
export function renderMarkdown(text: string, resolve: Resolve): Rendered {
  const rendered: Rendered = { title: "", headings: [], html: "" }
  const blocks = blocksOf(text.split("\n"))
  rendered.html = blocks.map((block, i) => renderBlock(block, i, rendered, resolve)).join("\n")
  return rendered
}

type Block = { kind: "code" | "heading" | "table" | "list" | "text"; lines: string[] }

function blocksOf(lines: string[]): Block[] {
  const blocks: Block[] = []
  for (let i = 0; i < lines.length;) {
    const kind = kindOf(lines[i]!)
    const end = kind === undefined ? i + 1 : endOf(kind, lines, i)
    if (kind) blocks.push({ kind, lines: lines.slice(i, end) })
    i = end
  }
  return blocks
}

function kindOf(line: string): Block["kind"] | undefined {
  if (line.trim() === "") return undefined
  if (line.startsWith("```")) return "code"
  if (/^#{1,3} /.test(line)) return "heading"
  if (line.startsWith("|")) return "table"
  return listMark.test(line) ? "list" : "text"
}

const listMark = /^(?:- |\d+\. )/

/** The line after a block: that after the closing fence, or the first one that does not belong to it. */
function endOf(kind: Block["kind"], lines: string[], start: number): number {
  const isEnd = {
    code: (line: string) => line.startsWith("```"),
    heading: () => true,
    table: (line: string) => !line.startsWith("|"),
    list: (line: string) => !listMark.test(line) && !/^ +\S/.test(line),
    text: (line: string) => kindOf(line) !== "text",
  }[kind]
  const next = lines.findIndex((line, i) => i > start && isEnd(line))
  const end = next < 0 ? lines.length : next
  return kind === "code" ? end + 1 : end
}

function renderBlock({ kind, lines }: Block, i: number, rendered: Rendered, resolve: Resolve): string {
  if (kind === "code") return codeBlock(lines, i, rendered)
  if (kind === "heading") return heading(lines[0]!, rendered)
  if (kind === "table") return table(lines, resolve)
  if (kind === "list") return list(lines, resolve)
  return `<p>${inline(lines.join("\n"), resolve)}</p>`
}

const languages: Record<string, string> = { sh: "Shell", json: "JSON", js: "Node", ts: "TypeScript", html: "HTML", ini: "Settings" }

function codeBlock(lines: string[], i: number, { title, headings }: Rendered): string {
  const language = lines[0]!.slice(3).trim()
  const caption = languages[language] ?? language.charAt(0).toUpperCase() + language.slice(1)
  const place = headings.at(-1)?.title ?? title
  return figure(`${caption}, ${place}, block ${i}`, caption || "Text", escape(lines.slice(1, -1).join("\n")))
}

function heading(line: string, rendered: Rendered): string {
  const [, marks = "", title = ""] = /^(#+) (.*)$/.exec(line) ?? []
  if (marks.length === 1) {
    rendered.title = title
    return `<h1>${escape(title)}</h1>`
  }
  const id = anchorOf(title)
  if (marks.length === 2) rendered.headings.push({ id, title })
  return `<h${marks.length} id="${id}">${escape(title)}</h${marks.length}>`
}

/** As GitHub makes them, so that a link to a heading works in both places. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(" ", "-")

function table([head = "", , ...rows]: string[], resolve: Resolve): string {
  const cells = (line: string) =>
    line
      .slice(1, line.lastIndexOf("|"))
      .split(/(?<!\\)\|/)
      .map(cell => inline(cell.trim().replaceAll("\\|", "|"), resolve))
  const body = rows
    .map(cells)
    .map(([first, ...rest]) => `<tr><th scope="row">${first}</th>${rest.map(each => `<td>${each}</td>`).join("")}</tr>`)
  const titles = cells(head).map(cell => (cell === "" ? "<td></td>" : `<th scope="col">${cell}</th>`))
  return `<table><thead><tr>${titles.join("")}</tr></thead><tbody>${body.join("")}</tbody></table>`
}

function list(lines: string[], resolve: Resolve): string {
  const items: string[] = []
  for (const line of lines)
    if (listMark.test(line)) items.push(line.replace(listMark, ""))
    else items.push(`${items.pop()}\n${line.trim()}`)
  const tag = lines[0]!.startsWith("-") ? "ul" : "ol"
  return `<${tag}>${items.map(item => `<li>${inline(item, resolve)}</li>`).join("")}</${tag}>`
}

const inlineMarks = /`([^`]+)`|\*\*([^*]+)\*\*|(!?)\[([^\]]*)\]\(([^)\s]+)\)/g

function inline(text: string, resolve: Resolve): string {
  let html = ""
  let end = 0
  for (const match of text.matchAll(inlineMarks)) {
    const [all, code, bold, image, label = "", address = ""] = match
    html += escape(text.slice(end, match.index))
    html +=
      code !== undefined
        ? codeSpan(code)
        : bold !== undefined
          ? `<strong>${inline(bold, resolve)}</strong>`
          : link(image, label, resolve(address), resolve)
    end = match.index + all.length
  }
  return html + escape(text.slice(end))
}

/** A code of an error leads to its entry. */
const codeSpan = (code: string) =>
  /^[A-Z]{3}-\d{4}$/.test(code) ? `<a href="/docs/errors#${code}"><code>${code}</code></a>` : `<code>${escape(code)}</code>`

function link(image: string | undefined, label: string, address: string | undefined, resolve: Resolve): string {
  if (address === undefined) return inline(label, resolve)
  if (image) return `<img src="${escape(address)}" alt="${escape(label)}" loading="lazy">`
  return `<a href="${escape(address)}">${inline(label, resolve)}</a>`
}
