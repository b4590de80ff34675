// A shop with one product: a page asks for name and e-mail, and the visitor pays on the payment page.
//   npm install @countersign/sdk
//   COUNTERSIGN_URL=http://localhost:4000 COUNTERSIGN_KEY=cs_… COUNTERSIGN_TENANT=… node shop.mjs
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import { CountersignError, createClient } from "@countersign/sdk"

const { COUNTERSIGN_URL: baseUrl, COUNTERSIGN_KEY: apiKey, COUNTERSIGN_TENANT: tenant, PORT = "8080" } = process.env
const countersign = createClient({ baseUrl, apiKey, tenant })

// The price is here and not in the form, where a visitor could change it.
const product = { name: "Language course", category: "tuition", amount: 125_000 }
const currency = "BRL"
const dayMs = 86_400_000
const maxFormLength = 10_000

/** Asks for the money, and returns the address where it is paid. A form that is sent twice gets the same one. */
async function buy({ order, name, email }) {
  await createContact(email, name)
  const dueAt = new Date(Math.ceil(Date.now() / dayMs + 7) * dayMs).toISOString() // a week; the same for the whole day
  const intent = { intentType: "ad-hoc", contact: email, currency, dueAt, items: [product], reference: order }
  const { links } = await countersign.paymentIntents.create(intent, { idempotencyKey: `order-${order}` })
  return links.long
}

/** Who has bought before is a contact already. What is stored stays, because anybody can type any e-mail. */
async function createContact(email, name) {
  const [firstName, ...rest] = name.trim().split(/\s+/)
  const profile = { firstName, ...(rest.length > 0 && { lastName: rest.join(" ") }) }
  await countersign.contacts.create({ email, profile }).catch(error => {
    if (!(error instanceof CountersignError && error.code === "GEN-1010")) throw error
  })
}

async function answer(request) {
  const { pathname } = new URL(request.url, "http://shop")
  if (pathname !== "/") return { status: 404, body: page("<h1>There is no such page</h1>") }
  if (request.method !== "POST") return { status: 200, body: form({ order: randomUUID(), name: "", email: "" }) }
  const fields = await readForm(request)
  if (!fields) return { status: 413, body: page("<h1>That is too long</h1>") }
  // The key of the request is made of it, so two visitors must never send the same one.
  if (!/^[\da-f-]{36}$/.test(fields.order)) return { status: 400, body: form({ ...fields, order: randomUUID() }, "Please send it again") }
  try {
    return { status: 303, location: await buy(fields) }
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error
    return { status: 400, body: form(fields, error.errors[0]?.message ?? error.message) }
  }
}

/** Undefined if it is longer than any form of the page, so that nobody can fill the memory. */
async function readForm(request) {
  let text = ""
  for await (const part of request.setEncoding("utf8")) if ((text += part).length > maxFormLength) return undefined
  return { order: "", name: "", email: "", ...Object.fromEntries(new URLSearchParams(text)) }
}

const escape = value => String(value).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
const price = new Intl.NumberFormat("en", { style: "currency", currency }).format(product.amount / 100)

/** What the visitor typed stays in the form when it is refused. */
const form = ({ order, name, email }, problem) =>
  page(`<h1>${escape(product.name)}</h1>
<p class="price">${escape(price)}</p>
${problem ? `<p class="problem" role="alert">${escape(problem)}</p>` : ""}
<form method="post">
  <input type="hidden" name="order" value="${escape(order)}">
  <label>Name <input name="name" value="${escape(name)}" autocomplete="name" required></label>
  <label>E-mail <input name="email" type="email" value="${escape(email)}" autocomplete="email" required></label>
  <button>Continue to payment</button>
</form>`)

const page = main => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(product.name)}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 22rem; margin: 12vh auto; padding: 0 1rem }
  h1 { margin: 0; font-size: 1.25rem } .price { margin: 0 0 2rem; font-size: 2rem }
  label { display: block; margin: 0 0 1rem }
  input, button { box-sizing: border-box; width: 100%; padding: .6rem .8rem; border: 1px solid #8888; border-radius: .5rem; font: inherit }
  button { border: 0; background: #1f6feb; color: #fff; cursor: pointer } .problem { color: light-dark(#b91c1c, #ff8a80) }
</style>
<main>${main}</main>`

const server = createServer((request, response) => {
  answer(request)
    .catch(error => {
      console.error(error)
      return { status: 500, body: page("<h1>Something went wrong</h1><p>Go back and send the form again: you pay once.</p>") }
    })
    .then(({ status, body, location }) => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...(location && { location }) }).end(body)
    })
})
server.listen(Number(PORT), "127.0.0.1", () => console.log(`The shop is open at http://127.0.0.1:${server.address().port}`))
