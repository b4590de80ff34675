// `node test/take-bank-pictures.ts` takes the pictures of bank statements in docs/images again. It needs Chromium and port 4000. Another
// folder may be named, which also gets the same pages in dark and on a phone.
import { join } from "node:path"
import type { Page } from "playwright-core"
import { statementFixtures } from "./bank-fixtures.ts"
import { type Any, inDays, until } from "./harness.ts"
import { startPictureService } from "./picture-service.ts"
import { camt, camtDetails, camtEntry } from "./statement-files.ts"

const folder = process.argv[2]
const service = await startPictureService(folder ?? join(import.meta.dirname, "..", "docs", "images"))
const { api, create, take } = service
const screens = {
  "": { viewport: { width: 1280, height: 800 } },
  "-dark": { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  "-phone": { viewport: { width: 390, height: 844 } },
} as const

try {
  const path = `/reconciliation?id=${await prepare()}`
  for (const [name, screen] of Object.entries(screens))
    if (name === "" || folder !== undefined) await take(`bank-lines${name}`, path, screen, shown)
} finally {
  await service.stop()
}

async function shown(page: Page) {
  await page.getByRole("region", { name: "Statement line" }).getByText("The name is alike, and this amount is due").waitFor()
}

/** Four courses that are due, and a statement on which one is paid with its number and three things wait for a person. */
async function prepare(): Promise<string> {
  const { newAccount, upload } = await statementFixtures(service)
  const account = await newAccount({ name: "Main account" })
  const courses = [
    ["Inês", "Prado", 420_00],
    ["Mateus", "Okafor", 890_00],
    ["Giulia", "Marchetti", 1_250_00],
    ["Hannah", "Lindqvist", 310_00],
  ] as const
  const intents: Any[] = []
  for (const [firstName, lastName, amount] of courses) {
    const profile = { firstName, lastName }
    const contact = await create("/v1/contacts/create", { email: `${lastName.toLowerCase()}@example.com`, profile })
    const items = [{ name: "General English, 4 weeks", amount }]
    intents.push(
      await create("/v1/payment-intents/create", { contact: contact._id, intentType: "ad-hoc", currency: "EUR", items, dueAt: inDays(7) }),
    )
  }
  const entry = (amount: string, text: string, name: string, debit = false) =>
    camtEntry({ amount, debit, reference: text, details: camtDetails({ name, text, side: debit ? "Cdtr" : "Dbtr" }) })
  const entries = [
    entry("890.00", `Course ${intents[1].number}`, "Mateus Okafor"),
    entry("420.00", "October course", "INES PRADO"),
    entry("1245.50", "course, less bank fees", "Giulia Marchetti"),
    entry("1351.00", "Rent October", "Rialto Estates", true),
  ]
  await upload(account, camt({ iban: account.iban, opening: "0.00", closing: "1204.50", entries }))
  const waiting = async (): Promise<Any[]> => (await api.get("/v1/bank-lines?status=suggested&limit=100")).body.data
  await until(async () => (await waiting()).some(({ text }) => text === "October course"), "the line is suggested")
  return (await waiting()).find(({ text }) => text === "October course")._id
}
