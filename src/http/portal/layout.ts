import { type Html, html, joined, sentence } from "../../kit/pure/html.ts"
import type { Page } from "../../kit/pure/page.ts"
import { portalPaths } from "../../parties/portal-access/rules.ts"
import { brandHeader } from "../brand.ts"
import type { View } from "../docs/pages/shell.ts"
import { figureClass } from "../pay/figure.ts"
import type { PortalLanguage } from "./language.ts"
import type { Visit } from "./visit.ts"

type Content = {
  title: string
  body: Html
  /** A printed sheet names its tenant itself, and has its own heading. */
  isSheet?: true
  script?: string
}

/** A page of a portal for a signed-in visitor: whose portal it is, who is signed in, and how to sign out. */
export function portalPage(visit: Visit, { title, body, isSheet, script }: Content): View {
  const { audience, identity, brand, language } = visit
  const { caller } = identity
  const { portal } = language
  const help = brand.supportEmail === null ? "" : html`<p>${sentence(portal.help, mailTo(brand.supportEmail))}</p>`
  return {
    title: `${title} · ${brand.name}`,
    lang: language.tag,
    brand,
    ...(script && { script }),
    body: html`<main class="plain wide portal">
${isSheet ? "" : html`<header>${whoseHeader(visit)}</header>`}
${body}
<footer class="foot">${help}
<form method="post" action="${portalPaths[audience]}/sign-out"><span>${portal.signedInAs(caller.email)}</span>
<button class="link">${portal.signOut}</button></form></footer>
</main>`,
  }
}

/** Names the tenant of the portal, and says if it is a test. */
export const whoseHeader = ({ identity, brand, language }: Visit) =>
  brandHeader(brand, identity.tenant.mode === "sandbox" ? chip(language.words.testMode, "warn") : "")

const mailTo = (email: string) => html`<a href="mailto:${email}">${email}</a>`

/** A page that says one thing, to a visitor who may not be signed in. `below` is HTML. */
export const messagePage = (language: PortalLanguage, title: string, text: string, below: Html | "" = ""): View => ({
  title,
  lang: language.tag,
  body: html`<main class="plain"><article class="card bill"><h1>${title}</h1><p>${text}</p>${below}</article></main>`,
})

export const linkButton = (href: string, label: string) => html`<p><a class="button second" href="${href}">${label}</a></p>`

export const chip = (label: string, tone = "") => html`<span class="chip ${tone}">${label}</span>`

type Row = { title: string; below: string[]; note?: string; amount?: string; chip?: Html | ""; action?: Html | "" }

/** One line of a list. `chip` and `action` are HTML, everything else is text. */
export const listRow = ({ title, below, note = "", amount = "", chip: status = "", action = "" }: Row) => html`<li>
<div class="about"><div><span>${title}</span>${status}</div><small>${below.filter(Boolean).join(" · ")}</small>
${note && html`<small>${note}</small>`}</div>
<div class="beside"><span class="num">${amount}</span>${action}</div>
</li>`

type Total = { label: string; amount: string; below?: Html | "" }

/** The sums that matter most, by currency. `below` and `action` are HTML. */
export function totalsCard(totals: Total[], action: Html | "" = ""): Html {
  const sums = totals.map(
    ({ label, amount, below = "" }) =>
      html`<p><small>${label}</small><strong class="${figureClass(amount)}">${amount}</strong>${below}</p>`,
  )
  return html`<div class="card totals">${sums}${action}</div>`
}

/** A link with a full name for people who do not see its row. */
export const rowLink = (href: string, label: string, name: string, kind = "second") =>
  html`<a class="button ${kind}" href="${href}" aria-label="${name}">${label}</a>`

type Section = {
  /** The anchor, and the name of the parameter with the list's cursor. */
  id: string
  path: string
  title: string
  lead?: Html | ""
  empty: string
  page: Page<{ _id: string }>
  rows: Html[]
  after: string | undefined
}

/** A list with its empty state, and links to older rows and back. */
export function listSection({ portal }: PortalLanguage, { id, path, title, lead = "", empty, page, rows, after }: Section): Html {
  const last = page.data.at(-1)?._id
  const links = [
    after === undefined ? "" : html`<a href="${path}#${id}">${portal.newest}</a>`,
    page.hasMore && last ? html`<a href="${path}?${id}=${last}#${id}">${portal.more}</a>` : "",
  ].filter(Boolean)
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${lead}
${rows.length > 0 ? html`<ul class="card rows">${rows}</ul>` : html`<p class="card empty">${empty}</p>`}
${links.length > 0 ? html`<p class="pager">${joined(links, " ")}</p>` : ""}</section>`
}
