import { type Html, html, joined } from "../../kit/pure/html.ts"
import { brand, type View } from "../docs/pages/shell.ts"
import type { SignInLanguage } from "./language.ts"
import type { SignInWords } from "./words/en.ts"

type Field = {
  name: string
  label: string
  type: "email" | "password" | "text"
  autocomplete: string
  value?: string
  inputmode?: "numeric"
  hint?: string
}
type Form = {
  title: string
  lead?: string
  /** What went wrong, for a reader who sees the same form again. */
  alert?: string | undefined
  action: string
  /** Where this page answers a form: what a reload and Back show, instead of asking to send that form again. */
  address?: string | false
  hidden?: Record<string, string>
  fields: Field[]
  button: string
  below?: { href: string; label: string }
  /** Other ways to the same end. */
  others?: Html
  script?: string
}

/** A page with one form. It works without scripts. */
export function formPage({ locale, words }: SignInLanguage, form: Form): View {
  const { title, lead, alert, action, address, hidden = {}, fields, button, below, others, script } = form
  const body = html`<main class="plain"${address ? html` data-address="${address}"` : ""}>
${brand(words.tagline)}
<article class="card bill">
<h1>${title}</h1>
${lead ? html`<p>${lead}</p>` : ""}
${alert ? html`<p class="note bad" role="alert">${alert}</p>` : ""}
<form class="fields" method="post" action="${action}">
${hiddenFields(hidden)}
${fields.map(renderField)}
<button class="button">${button}</button>
</form>
${others ?? ""}
${below ? html`<p class="foot"><a href="${below.href}">${below.label}</a></p>` : ""}
</article>
</main>`
  const loaded = script ?? (address ? "form" : undefined)
  return { lang: locale, title: `${title} · Countersign`, body, ...(loaded && { script: loaded }) }
}

const hiddenFields = (hidden: Record<string, string>) =>
  Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

/** The first field that is empty has the focus. */
function renderField({ name, label, type, autocomplete, value = "", inputmode, hint }: Field, i: number, all: Field[]): Html {
  const hasFocus = i === all.findIndex(each => !each.value)
  const attributes = [
    html`id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" required`,
    inputmode ? html`inputmode="${inputmode}"` : "",
    hasFocus ? "autofocus" : "",
    hint ? html`aria-describedby="${name}-hint"` : "",
  ]
  const below = hint ? html`<small id="${name}-hint">${hint}</small>` : ""
  return html`<p><label for="${name}">${label}</label><input ${joined(attributes, " ")}>${below}</p>`
}

/** A page that says one thing. */
export const messagePage = (
  { locale, words }: SignInLanguage,
  title: string,
  text: string,
  link: { href: string; label: string },
): View => ({
  lang: locale,
  title: `${title} · Countersign`,
  body: html`<main class="plain">
${brand(words.tagline)}
<article class="card bill">
<h1>${title}</h1>
<p>${text}</p>
<p><a class="button" href="${link.href}">${link.label}</a></p>
</article>
</main>`,
})

/** Where sign-in leads to, and the tenant whose password is asked for, where one is named. */
export type Way = { next: string; tenant: string }

type PasswordStep = Pick<Form, "lead" | "alert"> & {
  email?: string
  /** The host of the provider of single sign-on. */
  sso?: string | undefined
  /** Whether this browser is signed in to other businesses. */
  hasOthers?: boolean
}

export function passwordStep(language: SignInLanguage, way: Way, step: PasswordStep = {}): View {
  const { email = "", sso, hasOthers = false, ...said } = step
  const { words } = language
  return formPage(language, {
    title: words.signIn,
    ...said,
    action: "/sign-in",
    address: said.alert !== undefined && addressOf(way),
    hidden: way,
    fields: [
      { name: "email", label: words.email, type: "email", autocomplete: "username", value: email },
      { name: "password", label: words.password, type: "password", autocomplete: "current-password" },
    ],
    button: words.signIn,
    below: { href: "/forgot-password", label: words.forgot },
    others: html`${passkeyForm(way, words)}${sso ? ssoLink(way, words.byProvider(sso)) : ""}${hasOthers ? switchLink(words) : ""}`,
    script: "sign-in",
  })
}

/** A script shows it where the browser knows passkeys, and sends what the authenticator signs. Its `data-` are what the script says. */
const passkeyForm = (way: Way, words: SignInWords) => html`<form class="fields other" id="passkey" method="post" action="/sign-in/passkey"
 data-unused="${words.passkeyUnused}" data-address-is-wrong="${words.passkeyAddress}" data-too-many="${words.tooMany}" hidden>
${hiddenFields({ ...way, credential: "" })}
<button class="button second">${words.byPasskey}</button>
<p class="note bad" role="alert" hidden></p>
</form>`

const ssoLink = (way: Way, label: string) =>
  html`<p class="other"><a class="button second" href="/sign-in/sso?${String(new URLSearchParams(way))}">${label}</a></p>`

const switchLink = ({ toOther }: SignInWords) => html`<p class="other"><a class="button second" href="/businesses">${toOther}</a></p>`

export const codeStep = (language: SignInLanguage, way: Way, ticket: string, alert?: string): View =>
  formPage(language, {
    title: language.words.codeTitle,
    lead: language.words.codeLead,
    alert,
    action: "/sign-in/code",
    address: addressOf(way),
    hidden: { ...way, ticket },
    fields: [{ name: "code", label: language.words.code, type: "text", autocomplete: "one-time-code" }],
    button: language.words.continue,
    below: { href: addressOf(way), label: language.words.startAgain },
  })

const addressOf = (way: Way) => `/sign-in?${String(new URLSearchParams(way))}`
