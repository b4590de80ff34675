// The language of a person: chosen in the dashboard, and taken over by every other browser.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { assertFits, phone, startBrowser, visit } from "../chromium.ts"
import { newContact, newIntent, startTestServer } from "../harness.ts"
import { isShort } from "../levels.ts"
import { adminOf, invite } from "../people.ts"

const server = await startTestServer()
const { openAs } = await startBrowser(server.baseUrl)
/** Its languages are not for the next test. */
const ownContext = { acceptDownloads: false }

test("a person's language follows them to other browsers and to the pages around sign-in", async () => {
  const person = await invite(server)
  const { page, problems } = await openAs(person, "/account", ownContext)
  const picker = page.getByRole("combobox", { name: "Language" })
  assert.equal(await picker.inputValue(), "")
  const isLoadedAgain = page.waitForEvent("load")
  await picker.selectOption({ label: "Deutsch" })
  await isLoadedAgain
  await page.locator("select:visible").getByText("Deutsch").waitFor({ state: "attached" })
  assert.equal(await page.evaluate(() => localStorage.getItem("language")), "de")

  const { page: elsewhere } = await openAs(person, "/account", ownContext)
  await elsewhere.getByRole("heading", { name: "Sitzungen und Assistenten" }).waitFor()
  let loads = 0
  elsewhere.on("load", () => loads++)
  await elsewhere.goto(`${server.baseUrl}/`)
  await elsewhere.locator("h1").first().waitFor()
  assert.equal(loads, 1, "it is taken over once")

  await elsewhere.context().clearCookies({ name: "session" })
  await elsewhere.goto(`${server.baseUrl}/sign-in`)
  await elsewhere.getByRole("heading", { name: "Anmelden" }).waitFor()
  assert.deepEqual(problems, [])
})

/** German has the longest words. */
const languages = isShort ? ["de"] : ["de", "fr", "es", "pt-BR"]

for (const language of languages)
  test(`every page of the menu fits a phone in ${language}, and shows no text in English that is translated`, async () => {
    const { data: contact } = (await server.api.create("/v1/contacts/create", newContact())).body
    await server.api.create("/v1/payment-intents/create", newIntent(contact._id))
    const texts = JSON.parse(readFileSync(`web/languages/${language}.json`, "utf8")) as Record<string, string>
    const name = "Super admin" // of a person, and also of a role
    const isLeft = (line: string) => line.includes(" ") && line !== name && texts[line] !== undefined && texts[line] !== line
    const { page, problems } = await openAs(adminOf(server), "/", { locale: language })
    const links = page.locator("nav a[href]")
    await links.first().waitFor()
    const paths = new Set(await page.evaluate<string[]>("[...document.querySelectorAll('nav a[href]')].map(link => link.pathname)"))
    assert.ok(paths.size > 25, [...paths].join(", "))
    assert.equal(await page.evaluate("document.documentElement.lang"), language)
    await page.setViewportSize(phone)
    for (const path of [...paths].filter(path => path !== "/")) {
      await visit(page, path)
      await page.locator(".skeleton").first().waitFor({ state: "detached" })
      await assertFits(page, `${path} in ${language}`)
      const lines = (await page.locator("body").innerText()).split("\n").map(line => line.trim())
      assert.deepEqual(lines.filter(isLeft), [], `${path} in ${language}`)
    }
    assert.deepEqual(problems, [])
  })
