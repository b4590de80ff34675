import { type Html, html, nothing } from "../../kit/pure/html.ts"
import { decimal, exponent } from "../../kit/pure/money.ts"
import type { Tenant } from "../../kit/pure/caller.ts"
import { checked, leftOf } from "../../money/payment-links/rules.ts"
import type { CustomField, LinkLine, PaymentLink } from "../../money/payment-links/schema.ts"
import type { Brand } from "../../platform/tenants/brand.ts"
import { brandHeader } from "../brand.ts"
import type { View } from "../docs/pages/shell.ts"
import { hidden } from "../pay/form.ts"
import { icons } from "../pay/icons.ts"
import type { Language } from "../pay/language.ts"
import { type BuyWords, buyWordsOf } from "./words.ts"

/** What the page of a payment link shows. */
type Shop = {
  link: PaymentLink
  tenant: Pick<Tenant, "mode" | "timezone">
  brand: Brand
  language: Language
  formKey: string
  /** What the visitor wrote before, by the names of the fields. */
  written: (name: string) => string
  alert?: string | undefined
}

/** Below this many units the page says how many are left. */
const fewUnits = 10

export function buyPage(shop: Shop): View {
  const { link, brand, language, tenant } = shop
  const chip = tenant.mode === "sandbox" ? html`<span class="chip warn">${language.words.testMode}</span>` : ""
  const header = brandHeader(brand, chip)
  const isOpen = link.availability === "open"
  return {
    title: `${brand.name}: ${link.name}`,
    lang: language.tag,
    brand,
    ...(isOpen && { script: "pay" }),
    body: isOpen ? sale(shop, header) : closed(shop, header),
  }
}

function sale(shop: Shop, header: Html): Html {
  const { link, language, brand, alert } = shop
  return html`<main class="checkout"${alert === undefined ? "" : html` data-address="${new URL(link.url).pathname}"`}>
<section class="summary"><div class="column bill">
${header}
${alert === undefined ? "" : html`<p class="note bad" role="alert">${alert}</p>`}
<div class="sum"><h1 class="offer">${link.name}</h1></div>
${link.description ? html`<p class="about">${link.description}</p>` : ""}
${priceTable(shop)}
</div></section>
<section class="paying"><div class="column">
${form(shop)}
<footer class="foot">${brand.supportEmail === null ? "" : html`<p><a href="mailto:${brand.supportEmail}">${brand.supportEmail}</a></p>`}
<p>${language.words.sentWith}</p></footer>
</div></section>
</main>`
}

const hasChoice = ({ quantity }: LinkLine) => quantity.min !== quantity.max

function priceTable({ link, language }: Shop): Html {
  const words = buyWordsOf(language)
  const { lines, currency, openAmount } = link
  const money = (amount: number) => language.money(amount, currency)
  if (openAmount) return html`<p>${words.between(money(openAmount.min), money(openAmount.max))}</p>`
  const rows = lines.map(line => {
    const left = leftOf(line)
    const below = left < fewUnits ? html`<small>${words.left(left)}</small>` : ""
    const name = !hasChoice(line) && line.quantity.min > 1 ? `${line.quantity.min} × ${line.name}` : line.name
    return html`<tr><th scope="row">${name}${below}</th><td>${words.each(money(line.amount ?? 0))}</td></tr>`
  })
  const isFixed = lines.every(line => !hasChoice(line))
  const total = lines.reduce((sum, { amount, quantity }) => sum + (amount ?? 0) * quantity.min, 0)
  const foot = isFixed ? html`<tfoot><tr><th scope="row">${language.words.total}</th><td>${money(total)}</td></tr></tfoot>` : nothing
  return html`<table class="lines"><tbody>${rows}</tbody>${foot}</table>`
}

function form(shop: Shop): Html {
  const { link, language, formKey, written } = shop
  const words = buyWordsOf(language)
  return html`<form class="pay" method="post">
${hidden("key", formKey)}
${link.openAmount ? amountFields(shop) : nothing}
<div class="fields">
${link.lines.filter(hasChoice).map(line => quantityField(line, written(`q-${line._id}`) || initialOf(line, link.lines), words))}
<h2>${words.yourDetails}</h2>
<p><label for="name">${words.name}</label>
<input id="name" name="name" autocomplete="name" maxlength="200" required value="${written("name")}"></p>
<p><label for="email">${words.email}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required aria-describedby="email-hint"
value="${written("email")}">
<small id="email-hint">${words.emailHint}</small></p>
${link.fields.map(field => customField(field, written(`a-${field.key}`), words))}
<p class="trap" aria-hidden="true"><label for="website">${words.leaveEmpty}</label>
<input id="website" name="website" tabindex="-1" autocomplete="off"></p>
</div>
<p class="submit"><button class="button" data-busy="${words.sending}">${icons.lock}<span>${words.next}</span></button>
<small>${words.nothingYet}</small></p>
</form>`
}

/** Where all lines are optional, the first one begins with a unit, so that the form can be sent as it is. */
const initialOf = (line: LinkLine, lines: readonly LinkLine[]) =>
  String(line === lines[0] && lines.every(({ quantity }) => quantity.min === 0) ? 1 : line.quantity.min)

function quantityField({ _id, name, quantity: { min, max }, stock, taken }: LinkLine, value: string, words: BuyWords): Html {
  const most = Math.min(max, leftOf({ stock, taken }))
  return html`<p><label for="q-${_id}">${words.howMany(name)}</label>
<input id="q-${_id}" name="q-${_id}" type="number" inputmode="numeric" min="${min}" max="${most}" step="1" required
value="${value}"></p>`
}

function amountFields({ link: { openAmount, currency }, language, written }: Shop): Html {
  if (!openAmount) return nothing
  const { min, max, presets } = openAmount
  const words = buyWordsOf(language)
  const money = (amount: number) => language.money(amount, currency)
  const chosen = written("preset") || String(presets[0] ?? "")
  const choices = presets.map(
    amount => html`<label class="way"><input type="radio" name="preset" value="${amount}"${chosen === String(amount) ? " checked" : ""}>
<span class="num">${money(amount)}</span></label>`,
  )
  const [step, least, most] = [1, min, max].map(amount => decimal(amount, currency))
  const other = html`<div class="part-amount"><label for="amount">${presets.length > 0 ? words.otherAmount : words.amount(currency)}</label>
<input id="amount" name="amount" type="number" inputmode="${exponent(currency) === 0 ? "numeric" : "decimal"}" step="${step}" min="${least}"
max="${most}" value="${written("amount")}"${presets.length > 0 ? "" : " required"} aria-describedby="amount-hint" autocomplete="off">
<small id="amount-hint">${words.between(money(min), money(max))}</small></div>`
  if (presets.length === 0) return other
  return html`<fieldset class="choice rows"><legend>${words.chooseAmount}</legend>${choices}</fieldset>${other}`
}

function customField({ key, label, type, required, options }: CustomField, value: string, words: BuyWords): Html {
  const name = `a-${key}`
  const isRequired = required ? html` required` : ""
  if (type === "checkbox")
    return html`<p class="agree"><label><input type="checkbox" name="${name}" value="${checked}"${isRequired}${
      value === checked ? " checked" : ""
    }>
<span>${label}</span></label></p>`
  const shown = html`<label for="${name}">${label}${required ? "" : html` <small class="inline">(${words.optional})</small>`}</label>`
  if (type === "text") return html`<p>${shown}<input id="${name}" name="${name}" maxlength="500" value="${value}"${isRequired}></p>`
  const choices = options.map(option => html`<option value="${option}"${option === value ? " selected" : ""}>${option}</option>`)
  return html`<p>${shown}<select id="${name}" name="${name}"${isRequired}><option value="">${words.choose}</option>${choices}</select></p>`
}

function closed({ link, language, tenant }: Shop, header: Html): Html {
  const words = buyWordsOf(language)
  const { availability, opensAt, name } = link
  if (availability === "open") return nothing
  const isSoldOut = availability === "sold-out" || availability === "used-up"
  const more =
    availability === "not-yet" && opensAt ? words.opensAt(language.time(opensAt, tenant.timezone)) : isSoldOut ? words.mayReturn : ""
  return html`<main class="plain result">
${header}
<article class="card bill">
<span class="badge">${icons.ban}</span>
<h1>${words.closedTitles[availability]}</h1>
<p class="lead">${name}</p>
<p>${words.closedText} ${more}</p>
</article>
</main>`
}
