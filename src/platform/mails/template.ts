import { contrast } from "../../kit/pure/colour.ts"
import { type Html, html, joined, markup } from "../../kit/pure/html.ts"
import type { Brand } from "../tenants/brand.ts"
import type { Language } from "./language.ts"

/** The content of a mail. Text and HTML are rendered from it, so the two never differ. */
export type MailContent = {
  subject: string
  /** Only if it differs from the subject. */
  heading?: string
  greeting: string
  /** What happened, whether money moved, and what to do. */
  paragraphs: string[]
  /** The amount that the mail is about, shown large. */
  amount?: { value: string; note: string }
  action?: { label: string; url: string }
  rows?: [name: string, value: string][]
  footer: string
  /** Such as the way to get no more of these mails. */
  footerLink?: { label: string; url: string }
}

/** How it looks: the tenant's brand and the recipient's language. */
type Look = {
  brand: Pick<Brand, "name" | "logoUrl" | "colour" | "textOnColour" | "supportEmail">
  language: Language
  isTest: boolean
}

export function renderText(content: MailContent, look: Look): string {
  const { subject, heading = subject, greeting, paragraphs, amount, action, rows = [], footer, footerLink } = content
  const table = rows.map(([name, value]) => `  ${name}: ${value}`).join("\n")
  const parts = [
    look.isTest && look.language.testMode,
    `${oneLine(heading)}\n${"=".repeat(oneLine(heading).length)}`,
    greeting,
    ...paragraphs,
    amount && `  ${amount.value}\n  ${amount.note}`,
    action && `${action.label}:\n${action.url}`,
    table,
    `-- \n${[footer, footerLink && `${footerLink.label}: ${footerLink.url}`, questionsOf(look)].filter(Boolean).join("\n")}`,
  ]
  return parts.filter(Boolean).join("\n\n") + "\n"
}

const oneLine = (text: string) => text.replace(/\s+/g, " ")

const questionsOf = ({ brand, language }: Look) => (brand.supportEmail === null ? "" : language.questions(brand.supportEmail))

/**
 * Tables and inline styles, because many mail programs support little else. The classes are for those with a dark mode. The width is at
 * most 600 pixels. Without images nothing is missing, because the name is beside the logo.
 */
export function renderHtml(content: MailContent, look: Look): string {
  const { subject, heading = subject, greeting, paragraphs, amount, action, rows = [], footer, footerLink } = content
  const { brand, language, isTest } = look
  const body = [
    row(brandLine(brand), "0 0 24px"),
    isTest && row(html`<span class="x" style="${testModeStyle}">${language.testMode}</span>`),
    row(html`<h1 class="h" style="margin:0;${font}font-size:22px;line-height:30px;font-weight:600;color:#14161d">${heading}</h1>`),
    ...[greeting, ...paragraphs].map(text => row(html`<p class="t" style="margin:0;${normal}">${text}</p>`, "0 0 12px")),
    amount && row(amountBox(amount), "8px 0 20px"),
    action && row(button(action, brand), "4px 0 20px"),
    rows.length > 0 && row(factsTable(rows), "4px 0 8px"),
  ]
  const foot = joined([footer, footerLink && linkIn(footerLink), questionsOf(look)].filter(Boolean), html`<br>`)
  const page = html`<!doctype html><html lang="${language.locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark"><title>${subject}</title><style>${markup(darkAndNarrow)}</style></head>
<body class="g" style="margin:0;padding:0;background:#eef0f5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="g" style="background:#eef0f5"><tr>
<td align="center" style="padding:32px 0">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" class="c"
 style="max-width:600px;width:100%;background:#ffffff;border-radius:16px">
<tr><td class="p" style="padding:36px 40px 24px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
${body}
</table></td></tr></table>
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="max-width:600px;width:100%"><tr>
<td class="p m" align="center" style="padding:18px 40px 0;${small}color:#5b6172">${foot}</td></tr></table>
</td></tr></table></body></html>`
  return page.markup
}

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere;"
const normal = `${font}font-size:15px;line-height:24px;color:#2b2f3a;`
const small = `${font}font-size:13px;line-height:20px;`
const boxStyle = "background:#f5f6fa;border-radius:12px;"
const testModeStyle = `display:inline-block;${small}${boxStyle}padding:4px 10px;color:#5b6172`

const linkIn = ({ label, url }: NonNullable<MailContent["footerLink"]>) =>
  html`<a class="m" href="${url}" style="color:#5b6172;text-decoration:underline">${label}</a>`

const row = (inner: Html, padding = "0 0 16px") => html`<tr><td style="padding:${padding}">${inner}</td></tr>`

function brandLine({ name, logoUrl }: Look["brand"]): Html {
  const logo =
    logoUrl && html`<img src="${logoUrl}" alt="" height="32" style="height:32px;max-width:160px;vertical-align:middle;margin-right:10px">`
  return html`${logo}<strong class="h" style="${font}font-size:15px;line-height:32px;color:#14161d">${name}</strong>`
}

/** Long amounts are too wide for a phone in the large size. */
const sizeOf = (amount: string) => (amount.length > 13 ? 22 : 30)
/** Short values, such as amounts, stay on one line. */
const wrapOf = (value: string) => (value.length > 24 ? "" : "white-space:nowrap;")

const amountBox = ({ value, note }: NonNullable<MailContent["amount"]>) =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="x" style="${boxStyle}"><tr>
<td style="padding:20px 22px">
<div class="h" style="${font}font-size:${sizeOf(value)}px;line-height:36px;font-weight:600;color:#14161d">${value}</div>
<div class="m" style="${small}color:#5b6172">${note}</div></td></tr></table>`

/** A colour near the page's colour gets a border, in light or in dark mode. */
function button({ label, url }: NonNullable<MailContent["action"]>, { colour, textOnColour }: Look["brand"]): Html {
  const line = contrast(colour, "#ffffff") < 1.5 || contrast(colour, "#191c24") < 1.5 ? "border:1px solid #8a90a0;" : ""
  const look = `display:inline-block;${line}background:${colour};color:${textOnColour};padding:13px 24px;border-radius:10px;`
  const style = `${look}text-decoration:none;${font}font-size:15px;line-height:20px;font-weight:600`
  return html`<a class="b" href="${url}" style="${style}">${label}</a>`
}

function factsTable(rows: readonly [string, string][]): Html {
  const cell = `padding:8px 0;border-bottom:1px solid #e9ebf1;vertical-align:top;${small}font-size:14px;`
  const lines = rows.map(
    ([name, value]) =>
      html`<tr><td class="m l" style="${cell}padding-right:16px;color:#5b6172">${name}</td>
<td class="h l" align="right" style="${cell}${wrapOf(value)}color:#14161d">${value}</td></tr>`,
  )
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${lines}</table>`
}

/** The condition of the dark styles. A preview replaces it to show light or dark. */
export const darkMedia = "@media(prefers-color-scheme:dark)"

const darkAndNarrow = `${darkMedia}{.g{background:#101218!important}.c{background:#191c24!important}
.t{color:#c9cdd8!important}.h{color:#f3f4f8!important}.m{color:#a1a7b8!important}.x{background:#22262f!important;color:#a1a7b8!important}
.l{border-color:#2c303b!important}}
@media(max-width:620px){.c{border-radius:0!important}.p{padding-left:20px!important;padding-right:20px!important}}`
