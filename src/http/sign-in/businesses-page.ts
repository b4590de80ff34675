import type { Identity } from "../../kit/operation/ports.ts"
import { html } from "../../kit/pure/html.ts"
import { brand, type View } from "../docs/pages/shell.ts"
import type { SignInLanguage } from "./language.ts"
import type { SignInWords } from "./words/en.ts"

type Held = { current: Identity | undefined; others: readonly Identity[]; canAdd: boolean }

/** Which businesses this browser is signed in to. It works without scripts. */
export const businessesPage = ({ locale, words }: SignInLanguage, { current, others, canAdd }: Held): View => ({
  lang: locale,
  title: `${words.switchTitle} · Countersign`,
  body: html`<main class="plain">
${brand(words.tagline)}
<article class="card bill">
<h1>${words.switchTitle}</h1>
<p>${others.length > 0 ? words.inSeveral : words.inOne}
${words.otherTabs}</p>
${current ? html`<p class="other"><a class="button" href="/">${words.stayIn(nameOf(current, words))}</a></p>` : ""}
${others.map(each => switchForm(each, words))}
${canAdd ? addForm(words) : html`<p class="other">${words.full}</p>`}
<form class="fields other" method="post" action="/sign-out"><button class="button second">${words.signOutOfAll}</button></form>
</article>
</main>`,
})

const addForm = ({ addBusiness }: SignInWords) => html`<form class="fields other" method="post" action="/businesses/add">
<button class="button second">${addBusiness}</button>
</form>`

/** A business often has a sandbox of the same name. */
const nameOf = ({ tenant: { name, mode } }: Identity, { sandbox }: SignInWords) => (mode === "sandbox" ? sandbox(name) : name)

const switchForm = (identity: Identity, words: SignInWords) => html`<form class="fields other" method="post" action="/businesses/switch">
<input type="hidden" name="session" value="${identity.caller.session?.id}">
<button class="button second">${words.switchTo(nameOf(identity, words))}</button>
</form>`
