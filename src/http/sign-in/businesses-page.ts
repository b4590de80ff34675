import type { Identity } from "../../kit/operation/ports.ts"
import { html } from "../../kit/pure/html.ts"
import { brand, type View } from "../docs/pages/shell.ts"

type Held = { current: Identity | undefined; others: readonly Identity[]; canAdd: boolean }

/** Which businesses this browser is signed in to. It works without scripts. */
export const businessesPage = ({ current, others, canAdd }: Held): View => ({
  title: "Switch business · Countersign",
  body: html`<main class="plain">
${brand("Self-hosted payments")}
<article class="card bill">
<h1>Switch business</h1>
<p>${others.length > 0 ? "This browser is signed in to more than one business." : "This browser is signed in to one business."}
After a switch, other tabs do nothing until you reload them.</p>
${current ? html`<p class="other"><a class="button" href="/">Stay in ${nameOf(current)}</a></p>` : ""}
${others.map(switchForm)}
${canAdd ? addForm : html`<p class="other">A browser can be signed in to ten businesses. Sign out to use another one.</p>`}
<form class="fields other" method="post" action="/sign-out"><button class="button second">Sign out of all</button></form>
</article>
</main>`,
})

const addForm = html`<form class="fields other" method="post" action="/businesses/add">
<button class="button second">Sign in to another business</button>
</form>`

/** A business often has a sandbox of the same name. */
const nameOf = ({ tenant: { name, mode } }: Identity) => (mode === "sandbox" ? `${name} (sandbox)` : name)

const switchForm = (identity: Identity) => html`<form class="fields other" method="post" action="/businesses/switch">
<input type="hidden" name="session" value="${identity.caller.session?.id}">
<button class="button second">Switch to ${nameOf(identity)}</button>
</form>`
