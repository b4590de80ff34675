import type { Page } from "playwright-core"
import { startBrowser } from "./chromium.ts"
import { newContact, newIntent, type TestServer } from "./harness.ts"

/** The list of payments in a browser, and payments for it. */
export async function paymentsPage({ api, baseUrl, keys }: TestServer) {
  const owner = { email: keys.email, password: keys.password! }
  const { openAs } = await startBrowser(baseUrl)
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data
  return {
    contact,
    async pay(amount: number, currency = "BRL") {
      const items = [{ name: `Course ${amount}`, description: "", category: "tuition", amount }]
      return (await api.create("/v1/payment-intents/create", newIntent(contact._id, { currency, items }))).body.data
    },
    async openPayments(path = "/payments", person = owner) {
      const opened = await openAs(person, path)
      await rows(opened.page).first().waitFor()
      return opened
    },
  }
}

export const rows = (page: Page) => page.locator("tbody tr[data-row]")
export const boxOf = (page: Page, { number }: { number: string }) => page.getByRole("checkbox", { name: `Select ${number}` })
export const bar = (page: Page) => page.getByRole("region", { name: "Selected rows" })
export const dialog = (page: Page) => page.getByRole("dialog")
