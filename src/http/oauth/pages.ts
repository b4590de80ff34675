import { type Html, html } from "../../kit/pure/html.ts"
import type { AssistantScope } from "../../platform/assistants/schema.ts"
import { brand, type View } from "../docs/pages/shell.ts"

type ConsentRequest = {
  action: string
  token: string
  client: string
  /** The host that published the client's own description; a client that registered itself has none. */
  publisher: string | undefined
  redirectHost: string
  isLoopback: boolean
  email: string
  tenant: string
  /** What the client has asked for: only reading, or drafting too. */
  scope: AssistantScope
  /** What is chosen when the page opens. */
  chosen: AssistantScope
  /** Whether the person must prove again that it is them. */
  asksForPassword: boolean
  /** Why it was not connected, for a reader who sees the same form again. */
  alert: string | undefined
}

/** Who wants to act for whom, where the answer goes, and what it may do. Works without JavaScript. */
export function consentPage(request: ConsentRequest): View {
  const { action, token, client, redirectHost, isLoopback, email } = request
  const body = html`<main class="plain">
${brand("Self-hosted payments")}
<form class="card bill consent" method="post" action="${action}">
<input type="hidden" name="token" value="${token}">
<div>
<h1>Connect ${client}?</h1>
<p class="lead">It will act as ${email}, with no more rights than you have.</p>
</div>
<table class="lines facts">
<tbody>
<tr><th scope="row">Program</th><td>${client}<small>${publisherOf(request)}</small></td></tr>
<tr><th scope="row">Leads back to</th><td>${redirectHost}</td></tr>
<tr><th scope="row">Business</th><td>${request.tenant}</td></tr>
</tbody>
</table>
${isLoopback ? warning : ""}
${scopeChoice(request)}
<p class="note">It never moves money: it can't charge, refund, approve or pay out. What it drafts waits for a person. You can disconnect it
at any time, and signing out everywhere disconnects it too.</p>
${request.alert === undefined ? "" : html`<p class="note bad" role="alert">${request.alert}</p>`}
${request.asksForPassword ? passwordField : ""}
<p class="buttons"><button class="button" name="decision" value="allow">Allow</button>
<button class="button second" name="decision" value="cancel" formnovalidate>Cancel</button></p>
<p class="foot">Not you, or another business?
<button class="link" name="decision" value="switch" formnovalidate>Use another account</button></p>
</form>
</main>`
  return { title: `Connect ${client} to Countersign`, body }
}

const publisherOf = ({ publisher }: ConsentRequest) =>
  publisher === undefined ? "It chose this name itself; nobody has checked it." : `Described by ${publisher}`

const warning = html`<p class="note warn" role="alert"><strong>This is a program on this computer.</strong>
Continue only if you have just started the connection yourself.</p>`

/** Enter in the field presses the first button of the form, which allows. */
const passwordField = html`<div class="fields"><p><label for="password">Confirm that it is you: your password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1000" required></p></div>`

function scopeChoice({ scope, chosen }: ConsentRequest): Html {
  const read = "Look up contacts, payments, refunds, payouts and reports that you may see"
  const draft =
    "The same, and create and change contacts, partners and subscriptions, raise and cancel payment requests, remind payers, draft refunds"
  const choices = [
    radio("read", "Read only", read, chosen === "read"),
    ...(scope === "draft" ? [radio("draft", "Read and draft", draft, chosen === "draft")] : []),
  ]
  return html`<fieldset class="choice"><legend>What it may do</legend>
${choices}
</fieldset>`
}

const radio = (value: AssistantScope, label: string, about: string, isChecked: boolean) =>
  html`<label><input type="radio" name="access" value="${value}"${isChecked ? " checked" : ""}>
<span>${label}<small>${about}</small></span></label>`

/** Why an assistant can't be connected. */
export const refusedPage = (reason: string): View => ({
  title: "This assistant can't be connected",
  body: html`<main class="plain">
${brand("Self-hosted payments")}
<article class="card bill">
<h1>This assistant can't be connected</h1>
<p class="note">${reason}</p>
<p>Start the connection again from the assistant. If it fails again, its maker has to look into it.</p>
</article>
</main>`,
})

export const expiredPage: View = refusedPage("This request is over: it was answered already, or it took longer than 15 minutes.")
