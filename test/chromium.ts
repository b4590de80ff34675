// A real browser for tests: people sign in, and every page can be checked for accessibility.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { after } from "node:test"
import { type BrowserContextOptions, chromium, type Page } from "playwright-core"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage"]
const desktop = { width: 1280, height: 900 }
export const phone = { width: 390, height: 844 }

type Person = { email: string; password: string }

/** Starts the browser for a file of tests and closes it after them. */
export async function startBrowser(baseUrl: string) {
  const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? assert.fail("set CHROMIUM to its path"), args })
  after(() => browser.close())

  /** A page without the cookies of others, and whatever the browser complains about or asks of other hosts. */
  async function newPage(options: BrowserContextOptions = {}): Promise<{ page: Page; problems: string[] }> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      locale: "en-US",
      reducedMotion: "reduce",
      ...options,
    })
    const page = await context.newPage()
    const problems: string[] = []
    page.on("pageerror", error => problems.push(String(error)))
    page.on("console", message => void (isProblem(message.type(), message.text()) && problems.push(message.text())))
    page.on("request", request => void (isOwn(request.url(), baseUrl) || problems.push(`requested ${request.url()}`)))
    return { page, problems }
  }

  async function openPage(url: string, options: BrowserContextOptions = {}) {
    const opened = await newPage(options)
    await opened.page.goto(url)
    return opened
  }

  /** Signs in as that person and opens a page of the dashboard. */
  async function openAs(person: Person, path: string, options: BrowserContextOptions = {}) {
    const opened = await openPage(baseUrl + path, options)
    await signIn(opened.page, person)
    await opened.page.waitForURL(url => url.pathname !== "/sign-in")
    return opened
  }
  return { newPage, openPage, openAs }
}

/** Who is not signed in yet is told so with a 401, which the browser prints. */
const isProblem = (type: string, text: string) => ["error", "warning"].includes(type) && !text.includes("401")
const isOwn = (url: string, baseUrl: string) => url.startsWith(baseUrl) || url.startsWith("data:") || url.startsWith("blob:")

export async function signIn(page: Page, { email, password }: Person) {
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
}

/** Opens a menu and takes one of its items. */
export async function choose(page: Page, menu: string, item: string) {
  await page.getByRole("button", { name: menu }).click()
  await page.getByRole("menuitem", { name: item }).click()
  await page.getByRole("menu").waitFor({ state: "hidden" })
}

/** As the page is now: its width, its colours, and every rule of axe. */
export async function assertAccessible(page: Page, state = "the page") {
  assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, `${state} is wider than the screen`)
  await page.evaluate(axe) // beside the page's own scripts, which its policy would not let in otherwise
  assert.deepEqual(await findViolations(page, {}), [], state)
}

/** As it is in light, and on a phone in dark. Each look costs a second or more, most of it for the contrast of colours. */
export async function assertAccessibleOnDesktopAndPhone(page: Page, state: string) {
  await page.emulateMedia({ colorScheme: "light" })
  await page.setViewportSize(desktop)
  await assertAccessible(page, `${state} in light`)
  await page.emulateMedia({ colorScheme: "dark" })
  await page.setViewportSize(phone)
  await assertAccessible(page, `${state} on a phone in dark`)
}

/** In light by every rule; in dark, where nothing but the colours differs, by the rules about those. */
export async function assertAccessibleInBoth(page: Page, state: string) {
  await page.emulateMedia({ colorScheme: "light" })
  await assertAccessible(page, state)
  await page.emulateMedia({ colorScheme: "dark" })
  assert.deepEqual(await findViolations(page, { runOnly: ["color-contrast", "link-in-text-block"] }), [], `${state} in dark`)
}

async function findViolations(page: Page, options: object): Promise<string[]> {
  const run = `axe.run(document, ${JSON.stringify({ resultTypes: ["violations"], ...options })})`
  const { violations } = (await page.evaluate(run)) as { violations: { id: string; nodes: { html: string }[] }[] }
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
