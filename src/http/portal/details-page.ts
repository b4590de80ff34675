import { type Html, html } from "../../kit/pure/html.ts"
import { languageNames } from "../../kit/pure/language-names.ts"
import type { Contact } from "../../parties/contacts/schema.ts"
import type { View } from "../docs/pages/shell.ts"
import { hidden } from "../pay/form.ts"
import { questionPage } from "./confirm-page.ts"
import { wordsFor } from "./contact-text.ts"
import { portalPage } from "./layout.ts"
import type { Visit } from "./visit.ts"

export type Details = { firstName: string; lastName: string; phone: string; locale: string; version: string; newEmail: string }
type Wrong = "firstName" | "lastName" | "phone" | "newEmail"
export const wrongFields: readonly Wrong[] = ["firstName", "lastName", "phone", "newEmail"]

export const detailsOf = ({ profile, locale, version }: Contact): Details => ({
  firstName: profile.firstName ?? "",
  lastName: profile.lastName ?? "",
  phone: profile.phone ?? "",
  locale: locale ?? "",
  version: String(version),
  newEmail: "",
})

/** Two forms: what takes effect at once, and the e-mail, which its new mailbox must confirm. */
export function detailsPage(visit: Visit, details: Details, wrong?: Wrong): View {
  const words = wordsFor(visit)
  const { portal } = visit.language
  const labels = { firstName: words.firstName, lastName: words.lastName, phone: words.phone, newEmail: words.newEmail }
  const field = (name: keyof typeof labels, autocomplete: string, type: string, hint?: string) => html`<p>
<label for="${name}">${labels[name]}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${details[name]}" maxlength="254"${
    hint === undefined ? "" : html` aria-describedby="${name}-hint"`
  }${wrong === name ? html` aria-invalid="true"` : ""}>${hint === undefined ? "" : html`<small id="${name}-hint">${hint}</small>`}</p>`
  const body = html`<p class="tools"><a href="/portal">${portal.back}</a></p>
<article class="card bill"><h1>${words.details}</h1>
${wrong === undefined ? "" : html`<p class="note bad" role="alert">${words.detailsInvalid(labels[wrong])}</p>`}
<form class="fields" method="post" action="/portal/details">${hidden("version", details.version)}
${field("firstName", "given-name", "text")}
${field("lastName", "family-name", "text")}
${field("phone", "tel", "tel", words.phoneHint)}
<p><label for="locale">${words.locale}</label>${languageSelect(visit, details.locale)}</p>
<button class="button">${words.save}</button></form></article>
<article class="card bill"><h2>${portal.emailLabel}</h2>
<form class="fields" method="post" action="/portal/details/email">
<p>${words.presentEmail(visit.identity.caller.email)}</p>
${field("newEmail", "email", "email", words.newEmailHint)}
<button class="button second">${words.sendConfirmation}</button></form></article>`
  return portalPage(visit, { title: words.details, body })
}

function languageSelect(visit: Visit, chosen: string): Html {
  const options = Object.entries({ "": wordsFor(visit).anyLanguage, ...languageNames })
  return html`<select id="locale" name="locale">${options.map(
    ([value, name]) => html`<option value="${value}"${value === chosen ? " selected" : ""}>${name}</option>`,
  )}</select>`
}

/** The person must press a button, because programs that check mails open every link. */
export function confirmEmailPage(visit: Visit, email: string, token: string): View {
  const words = wordsFor(visit)
  return questionPage(visit, {
    title: words.confirmEmailTitle,
    text: words.confirmEmailText(visit.identity.caller.email),
    facts: [[words.newEmail, email]],
    action: `/portal/details/email/${token}`,
    button: words.confirmEmailButton,
    stay: visit.language.portal.back,
  })
}
