import { type Html, html } from "../../kit/pure/html.ts"
import { portalPaths } from "../../parties/portal-access/rules.ts"
import type { Audience } from "../../parties/portal-access/schema.ts"
import type { Brand } from "../../platform/tenants/brand.ts"
import { brandHeader } from "../brand.ts"
import type { View } from "../docs/pages/shell.ts"
import type { PortalLanguage } from "./language.ts"
import { linkButton, messagePage } from "./layout.ts"

type Told = { alert?: string | undefined; note?: string | undefined; email?: string }

const titleOf = ({ portal }: PortalLanguage, audience: Audience) => (audience === "contact" ? portal.contactTitle : portal.partnerTitle)

/** Asks for an e-mail. It names no tenant, because none is known yet. */
export function emailPage(language: PortalLanguage, audience: Audience, told: Told = {}): View {
  const { portal } = language
  const title = titleOf(language, audience)
  return {
    title,
    lang: language.tag,
    body: html`<main class="plain"><article class="card bill"><div><h1>${title}</h1>
<p class="lead">${audience === "contact" ? portal.contactLead : portal.partnerLead}</p></div>
${emailForm(language, audience, told)}</article></main>`,
  }
}

function emailForm({ portal }: PortalLanguage, audience: Audience, { alert, note, email = "" }: Told): Html {
  return html`${alert === undefined ? "" : html`<p class="note bad" role="alert">${alert}</p>`}
${note === undefined ? "" : html`<p class="note" role="status">${note}</p>`}
<form class="fields" method="post" action="${portalPaths[audience]}/sign-in">
<p><label for="email">${portal.emailLabel}</label>
<input id="email" name="email" type="email" autocomplete="email" value="${email}" required aria-describedby="email-hint">
<small id="email-hint">${portal.emailHint}</small></p>
<button class="button">${portal.sendLink}</button></form>`
}

/** The page is the same whether or not the e-mail is known. */
export const sentPage = (language: PortalLanguage, audience: Audience): View =>
  messagePage(language, language.portal.sentTitle, language.portal.sentText, linkButton(portalPaths[audience], language.portal.sendAgain))

/** The same page for links that were used, have expired or were never ours, with a form to get a new one. */
export function linkOverPage(language: PortalLanguage, audience: Audience): View {
  const { linkOverTitle, linkOverText } = language.portal
  return {
    title: linkOverTitle,
    lang: language.tag,
    body: html`<main class="plain"><article class="card bill"><div><h1>${linkOverTitle}</h1><p class="lead">${linkOverText}</p></div>
${emailForm(language, audience, {})}</article></main>`,
  }
}

type Confirmation = { brand: Brand; email: string; action: string; form: string }

/** The person must press a button, because programs that check mails open every link and must not use it up. */
export function confirmPage(language: PortalLanguage, { brand, email, action, form }: Confirmation): View {
  const { portal } = language
  const title = portal.confirmTitle(brand.name)
  return {
    title,
    lang: language.tag,
    brand,
    body: html`<main class="plain"><article class="card bill">${brandHeader(brand)}
<div><h1>${title}</h1><p class="lead">${portal.confirmText(email)}</p></div>
<form class="fields" method="post" action="${action}"><input type="hidden" name="form" value="${form}">
<button class="button">${portal.signIn}</button></form></article></main>`,
  }
}
