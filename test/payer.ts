import { type Any, newContact, newIntent, type TestServer } from "./harness.ts"

/** The actions of a payer's browser without scripts, and what tests of the payment page create and look up. */
export function payerOf({ api }: Pick<TestServer, "api">) {
  async function bill(amount: number, fields: object = {}, by = api): Promise<Any> {
    const contact = "contact" in fields ? {} : (await by.create("/v1/contacts/create", newContact())).body.data
    const intent = newIntent(contact._id, { items: [{ name: "Course", amount }], ...fields })
    return (await by.create("/v1/payment-intents/create", intent)).body.data
  }
  const chargesOf = async ({ _id }: Any): Promise<Any[]> => (await api.get(`/v1/transactions?paymentIntent=${_id}`)).body.data
  return { bill, chargesOf }
}

/** The current page, and the key of its form, if it has one. */
export async function openPage({ links }: Any, language = "en", cookie = ""): Promise<{ status: number; html: string; key: string }> {
  const response = await fetch(links.long, { headers: { "accept-language": language, cookie } })
  const html = await response.text()
  return { status: response.status, html, key: /name="key" value="([^"]*)"/.exec(html)?.[1] ?? "" }
}

type PayFields = { key: string; token?: string; way?: string; amount?: string; save?: "yes"; lang?: string }

/** Sends the form of a page. `cookie` is the portal's cookie, `origin` the page's origin. */
export const submit = (intent: Any, fields: PayFields, cookie = "", origin?: string) =>
  send(intent, { way: "simulator card 1", token: "tok_success", ...fields }, cookie, origin)

/** Signs the mandate of a page, by default with one of the simulator's euro accounts. */
export const signByPage = (intent: Any, { key, ...fields }: { key: string } & Record<string, unknown>) => {
  const written = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "html" && name !== "status"))
  const account = { holder: "Ana Souza", iban: "DE89370400440532013000", signedBy: "Ana Souza", agree: "yes", lang: "en" }
  return send(intent, { do: "sign", key, ...account, ...(written as Record<string, string>) })
}

const send = ({ links }: Any, fields: Record<string, string>, cookie = "", origin = new URL(links.long).origin) =>
  fetch(links.long, { method: "POST", headers: { cookie, origin }, body: new URLSearchParams(fields), redirect: "manual" })

/** Opens the page, sends its form, and opens it again, as a browser does. */
export async function payByPage(intent: Any, token: string, way = "simulator card 1"): Promise<{ status: number; html: string }> {
  const { key } = await openPage(intent)
  const { status } = await submit(intent, { key, token, way })
  return { status, html: (await openPage(intent)).html }
}
