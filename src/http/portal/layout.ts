import type { Page } from "../../kit/operation/operation.ts"
import { escape } from "../../kit/pure/html.ts"
import { portalPaths } from "../../parties/portal-access/rules.ts"
import { brandHeader } from "../brand.ts"
import type { View } from "../docs/pages/shell.ts"
import { figureClass } from "../pay/figure.ts"
import type { PortalLanguage } from "./language.ts"
import type { Visit } from "./visit.ts"

type Content = {
  title: string
  body: string
  /** A sheet that is printed says itself whose it is, and has its own heading. */
  isSheet?: true
  script?: string
}

/** A page of a portal for a signed-in visitor: whose portal it is, who is signed in, and how to sign out. */
export function portalPage(visit: Visit, { title, body, isSheet, script }: Content): View {
  const { audience, identity, brand, language } = visit
  const { caller } = identity
  const { portal } = language
  const help = brand.supportEmail === null ? "" : `<p>${helpText(portal.help, brand.supportEmail)}</p>`
  return {
    title: `${title} · ${brand.name}`,
    lang: language.tag,
    brand,
    ...(script && { script }),
    body: `<main class="plain wide portal">
${isSheet ? "" : `<header>${whoseHeader(visit)}</header>`}
${body}
<footer class="foot">${help}
<form method="post" action="${portalPaths[audience]}/sign-out"><span>${portal.signedInAs(escape(caller.email))}</span>
<button class="link">${portal.signOut}</button></form></footer>
</main>`,
  }
}

/** Whose portal it is, and that it is a test where it is one. */
export const whoseHeader = ({ identity, brand, language }: Visit) =>
  brandHeader(brand, identity.tenant.mode === "sandbox" ? chip(language.words.testMode, "warn") : "")

function helpText(help: (email: string) => string, email: string): string {
  return help(`<a href="mailto:${escape(email)}">${escape(email)}</a>`)
}

/** A page that says one thing, to a visitor who may not be signed in. `below` is HTML. */
export const messagePage = (language: PortalLanguage, title: string, text: string, below = ""): View => ({
  title,
  lang: language.tag,
  body: `<main class="plain"><article class="card bill"><h1>${escape(title)}</h1><p>${escape(text)}</p>${below}</article></main>`,
})

export const linkButton = (href: string, label: string) => `<p><a class="button second" href="${escape(href)}">${escape(label)}</a></p>`

export const chip = (label: string, tone = "") => `<span class="chip ${tone}">${escape(label)}</span>`

type Row = { title: string; below: string[]; note?: string; amount?: string; chip?: string; action?: string }

/** One line of a list. All but `chip` and `action`, which are HTML, is text. */
export const listRow = ({ title, below, note = "", amount = "", chip: status = "", action = "" }: Row) => `<li>
<div class="about"><div><span>${escape(title)}</span>${status}</div><small>${below.filter(Boolean).map(escape).join(" · ")}</small>
${note && `<small>${escape(note)}</small>`}</div>
<div class="beside"><span class="num">${escape(amount)}</span>${action}</div>
</li>`

type Total = { label: string; amount: string; below?: string }

/** The sums that matter most, by currency. `below` and `action` are HTML. */
export function totalsCard(totals: Total[], action = ""): string {
  const sums = totals.map(
    ({ label, amount, below = "" }) =>
      `<p><small>${escape(label)}</small><strong class="${figureClass(amount)}">${escape(amount)}</strong>${below}</p>`,
  )
  return `<div class="card totals">${sums.join("")}${action}</div>`
}

/** A link that is named in full for those who do not see the row around it. */
export const rowLink = (href: string, label: string, name: string, kind = "second") =>
  `<a class="button ${kind}" href="${escape(href)}" aria-label="${escape(name)}">${escape(label)}</a>`

type Section = {
  /** The anchor, and the parameter of the address that says after which row the list begins. */
  id: string
  path: string
  title: string
  lead?: string
  empty: string
  page: Page<{ _id: string }>
  rows: string[]
  after: string | undefined
}

/** A list with its empty state, and links to older rows and back. */
export function listSection({ portal }: PortalLanguage, { id, path, title, lead = "", empty, page, rows, after }: Section): string {
  const last = page.data.at(-1)?._id
  const links = [
    after === undefined ? "" : `<a href="${path}#${id}">${portal.newest}</a>`,
    page.hasMore && last ? `<a href="${path}?${id}=${last}#${id}">${portal.more}</a>` : "",
  ].filter(Boolean)
  return `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${escape(title)}</h2>${lead}
${rows.length > 0 ? `<ul class="card rows">${rows.join("")}</ul>` : `<p class="card empty">${escape(empty)}</p>`}
${links.length > 0 ? `<p class="pager">${links.join(" ")}</p>` : ""}</section>`
}
