// A payer pays at a phone's width, without scripts, and reads each state of the page.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { after, before, test } from "node:test"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { type Any, startTestServer } from "../harness.ts"
import { payerOf } from "../payer.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const server = await startTestServer()
const { api } = server
const { bill, chargesOf } = payerOf(server)
let browser: Browser

before(async () => {
  const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage"]
  browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? assert.fail("set CHROMIUM to its path"), args })
})
after(() => browser.close())

async function open({ links }: Any, options: BrowserContextOptions = {}): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-GB", ...options })
  const page = await context.newPage()
  const problems: string[] = []
  page.on("console", message => void (["error", "warning"].includes(message.type()) && problems.push(message.text())))
  page.on("request", request => void (request.url().startsWith(server.baseUrl) || problems.push(`requested ${request.url()}`)))
  await page.goto(links.long)
  return { page, problems }
}

async function assertAccessible(page: Page, state: string) {
  assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, `${state} is wider than the screen`)
  await page.evaluate(axe)
  const { violations } = (await page.evaluate("axe.run(document)")) as { violations: { id: string; nodes: { html: string }[] }[] }
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${state}: ${id}: ${nodes[0]?.html}`),
    [],
  )
}

async function pay(page: Page, outcome: string) {
  await page.getByLabel(outcome).check()
  await page.getByRole("button", { name: "Pay" }).click()
}

const states: [text: string, outcome?: string][] = [
  ["How would you like to pay?"],
  ["Your last attempt was declined", "The card is declined"],
  ["You may close this page", "It takes a while, then succeeds"],
  ["You will not be charged twice.", "The bank does not answer"],
  ["Paid in full", "The payment succeeds"],
]

for (const colorScheme of ["light", "dark"] as const)
  test(`each state of the page is accessible on a phone in ${colorScheme}`, async () => {
    for (const [text, outcome] of states) {
      const { page, problems } = await open(await bill(125_000), { colorScheme })
      if (outcome !== undefined) await pay(page, outcome)
      await page.getByText(text).waitFor()
      await assertAccessible(page, text)
      assert.deepEqual(problems, [])
      await page.context().close()
    }
    const canceled = await bill(5000)
    await api.post(`/v1/payment-intents/${canceled._id}/cancel`)
    const schedule = [1, 2].map(month => ({ dueAt: `2031-0${month}-01T00:00:00Z`, amount: 2500 }))
    for (const [intent, text] of [
      [await bill(5000, { intentType: "payment-plan", schedule }), "Open the one that you want to pay."],
      [canceled, "Please do not pay this."],
      [await bill(5000, { dueAt: "2020-01-01T00:00:00Z" }), "You can still pay here."],
      [{ links: { long: `${server.baseUrl}/pay/nothing-here` } }, "Payment link not found"],
    ] as const) {
      const { page } = await open(intent, { colorScheme })
      await page.getByText(text).waitFor()
      await assertAccessible(page, text)
      await page.context().close()
    }
  })

test("a payer without scripts taps twice, goes back and reloads, pays once, and keeps a receipt that prints", async () => {
  const intent = await bill(90_000)
  const { page } = await open(intent, { javaScriptEnabled: false, colorScheme: "dark" })
  await page.getByText("Card, in installments").click()
  await page.getByLabel(/3 × R\$300\.00/).check()
  await page.getByRole("button", { name: "Pay" }).dblclick()
  await page.getByText("Paid in full").waitFor()
  await page.goBack()
  await page.goto(intent.links.long)
  await page.reload()
  assert.equal((await chargesOf(intent)).length, 1)
  await page.emulateMedia({ media: "print" })
  const receipt = page.getByRole("table", { name: "Receipt" })
  assert.match(await receipt.innerText(), new RegExp(`Escola Azul[^]*${intent.number}[^]*Card, 3 × R\\$300\\.00`))
  assert.equal(await page.getByText("Sent with Countersign").isVisible(), false, "what is no part of a receipt is not printed")
  const paper = await page.evaluate("getComputedStyle(document.querySelector('.bill')).backgroundColor")
  assert.equal(paper, "oklch(1 0 0)", "a dark screen prints on white paper")
  await page.context().close()
})

test("a declined payer tries again, in Portuguese", async () => {
  const intent = await bill(5000)
  const { page } = await open(intent, { locale: "pt-BR" })
  await page.getByLabel("Não há saldo suficiente na conta").check()
  await page.getByRole("button", { name: "Pagar" }).click()
  await page.getByText("Sua última tentativa foi recusada.").waitFor()
  await page.getByLabel("O pagamento é aprovado").check()
  await page.getByRole("button", { name: "Pagar" }).click()
  await page.getByText("Pago por inteiro, obrigado.").waitFor()
  await assertAccessible(page, "the receipt in Portuguese")
  assert.deepEqual(new Set((await chargesOf(intent)).map(({ status }) => status)), new Set(["failed", "succeeded"]))
  await page.context().close()
})

test("the page asks again for the outcome with a link, and shows the receipt once the bank has answered", async () => {
  const intent = await bill(5000)
  const { page } = await open(intent, { javaScriptEnabled: false })
  await pay(page, "It takes a while, then succeeds")
  await api.post("/v1/simulations/clock", { advance: "PT10S" })
  await page.getByRole("link", { name: "Check again" }).click()
  await page.getByText("Paid in full").waitFor()
  await page.context().close()
})
