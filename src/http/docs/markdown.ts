import { type Html, html, joined, nothing } from "../../kit/pure/html.ts"
import { figure } from "./pages/code.ts"

type Heading = { id: string; title: string }
export type Rendered = { title: string; headings: Heading[]; html: Html }
/** Returns the address on this site for an address in a file, or undefined if there is none. Then only the text is shown. */
type Resolve = (address: string) => string | undefined

/**
 * The part of Markdown that the guides use: headings, paragraphs, lists of one level, tables, code blocks, images; inside them code, bold
 * and links. Everything else is escaped as text, so a guide can't add its own markup.
 */
export function renderMarkdown(text: string, resolve: Resolve): Rendered {
  const rendered: Rendered = { title: "", headings: [], html: nothing }
  const blocks = blocksOf(text.split("\n"))
  rendered.html = joined(
    blocks.map((block, i) => renderBlock(block, i, rendered, resolve)),
    "\n",
  )
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

/** The line after a block: the one after the closing fence, or the first that does not belong to the block. */
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

function renderBlock({ kind, lines }: Block, i: number, rendered: Rendered, resolve: Resolve): Html {
  if (kind === "code") return codeBlock(lines, i, rendered)
  if (kind === "heading") return heading(lines[0]!, rendered)
  if (kind === "table") return table(lines, resolve)
  if (kind === "list") return list(lines, resolve)
  return html`<p>${inline(lines.join("\n"), resolve)}</p>`
}

const languages: Record<string, string> = { sh: "Shell", json: "JSON", js: "Node", ts: "TypeScript", html: "HTML", ini: "Settings" }

function codeBlock(lines: string[], i: number, { title, headings }: Rendered): Html {
  const language = lines[0]!.slice(3).trim()
  const caption = languages[language] ?? language.charAt(0).toUpperCase() + language.slice(1)
  const place = headings.at(-1)?.title ?? title
  return figure(`${caption}, ${place}, block ${i}`, caption || "Text", lines.slice(1, -1).join("\n"))
}

function heading(line: string, rendered: Rendered): Html {
  const [, marks = "", title = ""] = /^(#+) (.*)$/.exec(line) ?? []
  if (marks.length === 1) {
    rendered.title = title
    return html`<h1>${title}</h1>`
  }
  const id = anchorOf(title)
  if (marks.length === 2) rendered.headings.push({ id, title })
  return html`<h${marks.length} id="${id}">${title}</h${marks.length}>`
}

/** As GitHub makes them, so that a link to a heading works in both places. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(" ", "-")

function table([head = "", , ...rows]: string[], resolve: Resolve): Html {
  const cells = (line: string) =>
    line
      .slice(1, line.lastIndexOf("|"))
      .split(/(?<!\\)\|/)
      .map(cell => inline(cell.trim().replaceAll("\\|", "|"), resolve))
  const body = rows
    .map(cells)
    .map(([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map(each => html`<td>${each}</td>`)}</tr>`)
  const titles = cells(head).map(cell => (cell.markup === "" ? html`<td></td>` : html`<th scope="col">${cell}</th>`))
  return html`<table><thead><tr>${titles}</tr></thead><tbody>${body}</tbody></table>`
}

function list(lines: string[], resolve: Resolve): Html {
  const items: string[] = []
  for (const line of lines)
    if (listMark.test(line)) items.push(line.replace(listMark, ""))
    else items.push(`${items.pop()}\n${line.trim()}`)
  const tag = lines[0]!.startsWith("-") ? "ul" : "ol"
  return html`<${tag}>${items.map(item => html`<li>${inline(item, resolve)}</li>`)}</${tag}>`
}

const inlineMarks = /`([^`]+)`|\*\*([^*]+)\*\*|(!?)\[([^\]]*)\]\(([^)\s]+)\)/g

function inline(text: string, resolve: Resolve): Html {
  const parts: (Html | string)[] = []
  let end = 0
  for (const match of text.matchAll(inlineMarks)) {
    const [all, code, bold, image, label = "", address = ""] = match
    parts.push(text.slice(end, match.index))
    if (code !== undefined) parts.push(codeSpan(code))
    else if (bold !== undefined) parts.push(html`<strong>${inline(bold, resolve)}</strong>`)
    else parts.push(link(image, label, resolve(address), resolve))
    end = match.index + all.length
  }
  return html`${parts}${text.slice(end)}`
}

/** An error code links to its entry. */
const codeSpan = (code: string) =>
  /^[A-Z]{3}-\d{4}$/.test(code) ? html`<a href="/docs/errors#${code}"><code>${code}</code></a>` : html`<code>${code}</code>`

function link(image: string | undefined, label: string, address: string | undefined, resolve: Resolve): Html {
  if (address === undefined) return inline(label, resolve)
  if (image) return html`<img src="${address}" alt="${label}" loading="lazy">`
  return html`<a href="${address}">${inline(label, resolve)}</a>`
}
