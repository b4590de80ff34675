import { type Html, html, joined } from "../../kit/pure/html.ts"
import { brand, type View } from "../docs/pages/shell.ts"

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
export function formPage({ title, lead, alert, action, address, hidden = {}, fields, button, below, others, script }: Form): View {
  const body = html`<main class="plain"${address ? html` data-address="${address}"` : ""}>
${brand("Self-hosted payments")}
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
  return { title: `${title} · Countersign`, body, ...(loaded && { script: loaded }) }
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
export const messagePage = (title: string, text: string, link: { href: string; label: string }): View => ({
  title: `${title} · Countersign`,
  body: html`<main class="plain">
${brand("Self-hosted payments")}
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

export const passwordStep = (way: Way, { email = "", sso, hasOthers = false, ...words }: PasswordStep = {}): View =>
  formPage({
    title: "Sign in",
    ...words,
    action: "/sign-in",
    address: words.alert !== undefined && addressOf(way),
    hidden: way,
    fields: [
      { name: "email", label: "E-mail", type: "email", autocomplete: "username", value: email },
      { name: "password", label: "Password", type: "password", autocomplete: "current-password" },
    ],
    button: "Sign in",
    below: { href: "/forgot-password", label: "Forgot your password?" },
    others: html`${passkeyForm(way)}${sso ? ssoLink(way, sso) : ""}${hasOthers ? switchLink : ""}`,
    script: "sign-in",
  })

/** A script shows it where the browser knows passkeys, and sends what the authenticator signs. */
const passkeyForm = (way: Way) => html`<form class="fields other" id="passkey" method="post" action="/sign-in/passkey" hidden>
${hiddenFields({ ...way, credential: "" })}
<button class="button second">Sign in with a passkey</button>
<p class="note bad" role="alert" hidden></p>
</form>`

const ssoLink = (way: Way, host: string) =>
  html`<p class="other"><a class="button second" href="/sign-in/sso?${String(new URLSearchParams(way))}">Sign in with ${host}</a></p>`

const switchLink = html`<p class="other"><a class="button second" href="/businesses">Switch to another business</a></p>`

export const codeStep = (way: Way, ticket: string, alert?: string): View =>
  formPage({
    title: "Two-factor code",
    lead: "Open your authenticator app and type the code it shows, or use one of your recovery codes.",
    alert,
    action: "/sign-in/code",
    address: addressOf(way),
    hidden: { ...way, ticket },
    fields: [{ name: "code", label: "Code", type: "text", autocomplete: "one-time-code" }],
    button: "Continue",
    below: { href: addressOf(way), label: "Start again" },
  })

const addressOf = (way: Way) => `/sign-in?${String(new URLSearchParams(way))}`
