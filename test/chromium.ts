// A real browser for tests: people sign in, and every page can be checked for accessibility.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { after } from "node:test"
import { type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { until } from "./harness.ts"
import { isShort } from "./levels.ts"
import { cookieOf, signIn } from "./people.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-dev-shm-usage",
  // A page is too short-lived for optimising its code and collecting its garbage to pay off.
  "--js-flags=--no-opt --no-maglev --single-threaded-gc --min-semi-space-size=16 --initial-old-space-size=256",
]
const desktop = { width: 1280, height: 900 }
export const phone = { width: 390, height: 844 }

type Person = { email: string; password: string }

type Opened = { page: Page; problems: string[]; locale: string }

/** Starts the browser for a file of tests and closes it after them. */
export async function startBrowser(baseUrl: string) {
  const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? assert.fail("set CHROMIUM to its path"), args })
  after(() => browser.close())
  /** Pages of tests that have ended. Another process would compile the dashboard again, for half a second of CPU. */
  const idle: Opened[] = []

  /** A page without other pages' cookies, and a list of the browser's complaints and requests to other hosts. Idle after its test. */
  async function newPage({ viewport, colorScheme = "light", locale = "en-US", ...others }: BrowserContextOptions = {}): Promise<Opened> {
    const isOrdinary = Object.keys(others).length === 0
    const opened = (isOrdinary ? takeIdle(locale) : undefined) ?? (await openContext(locale, others))
    const { page } = opened
    await page.setViewportSize(viewport ?? desktop)
    await page.emulateMedia({ media: null, colorScheme })
    after(async () => {
      const isReusable = isOrdinary && !page.isClosed() && page.context().pages().length === 1
      const next = isReusable ? await emptied(opened).catch(() => undefined) : undefined // fails for a page that is navigating
      if (next) idle.push(next)
      else await page.context().close()
    })
    return opened
  }

  function takeIdle(locale: string): Opened | undefined {
    const index = idle.findIndex(each => each.locale === locale)
    return index < 0 ? undefined : idle.splice(index, 1)[0]
  }

  async function openContext(locale: string, options: BrowserContextOptions): Promise<Opened> {
    const context = await browser.newContext({ locale, reducedMotion: "reduce", ...options })
    return watched(await context.newPage(), locale)
  }

  async function emptied({ page, locale }: Opened): Promise<Opened> {
    await page.unrouteAll({ behavior: "ignoreErrors" })
    // On the same origin, so that the process stays. Before the cookies are cleared, else the dashboard would show its sign-in.
    await page.goto(`${baseUrl}/healthz`, { timeout: 5_000 })
    await page.context().clearCookies()
    await page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.removeAllListeners()
    return watched(page, locale)
  }

  function watched(page: Page, locale: string): Opened {
    const problems: string[] = []
    page.on("pageerror", error => problems.push(String(error)))
    page.on("console", message => {
      if (isProblem(message.type(), message.text())) problems.push(`${message.text()} ${message.location().url}`)
    })
    page.on("request", request => void (isOwn(request.url(), baseUrl) || problems.push(`requested ${request.url()}`)))
    return { page, problems, locale }
  }

  async function openPage(url: string, options: BrowserContextOptions = {}) {
    const opened = await newPage(options)
    await opened.page.goto(url)
    return opened
  }

  /** Opens a page of the dashboard as a person who has signed in before. */
  async function openAs(person: Person, path: string, options: BrowserContextOptions = {}) {
    const opened = await newPage(options)
    const [name = "", value = ""] = cookieOf(await signIn({ baseUrl }, person)).split("=")
    await opened.page.context().addCookies([{ name, value, url: baseUrl }])
    await opened.page.goto(baseUrl + path)
    return opened
  }
  return { newPage, openPage, openAs }
}

/** A visitor who is not signed in yet gets a 401, which the browser prints. */
const isProblem = (type: string, text: string) => ["error", "warning"].includes(type) && !text.includes("401")
const isOwn = (url: string, baseUrl: string) => url.startsWith(baseUrl) || url.startsWith("data:") || url.startsWith("blob:")

export async function fillSignIn(page: Page, { email, password }: Person) {
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
}

/** Goes to another page of the dashboard as a link does, without a full reload. Also asserts that the page's address loads. */
export async function visit(page: Page, path: string) {
  const loaded = await page.request.get(new URL(path, page.url()).href)
  assert.match(loaded.headers()["content-type"] ?? "", /^text\/html/, `${path} is no page`)
  assert.equal(loaded.status(), 200, path)
  const heading = page.getByRole("heading", { level: 1 }).first()
  const isSamePage = new URL(page.url()).pathname === path.split("?")[0]
  const before = isSamePage ? undefined : await heading.innerText()
  await page.evaluate(`history.pushState({}, "", ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent("popstate"))`)
  await until(async () => (await heading.innerText()) !== before, `${path} is shown`)
}

/** Opens a menu and takes one of its items. */
export async function choose(page: Page, menu: string, item: string) {
  await page.getByRole("button", { name: menu }).click()
  await page.getByRole("menuitem", { name: item }).click()
  await page.getByRole("menu").waitFor({ state: "hidden" })
}

/** Checks the page in its current state: its width, and every rule of axe. A short run leaves axe to the tests of whole pages. */
export async function assertAccessible(page: Page, state = "the page") {
  await assertFits(page, state)
  if (!isShort) await look(page, state, {})
}

export async function assertFits(page: Page, state: string) {
  assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, `${state} is wider than the screen`)
}

async function look(page: Page, state: string, rules: object) {
  if (!(await page.evaluate("'axe' in window"))) await addAxe(page)
  assert.deepEqual(await findViolations(page, rules), [], state)
}

/** Uses the developer tools, because the page's policy refuses other scripts. `page.evaluate` takes twice as long for so long a text. */
async function addAxe(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send("Runtime.evaluate", { expression: axe })
  await devTools.detach()
}

const aboutColors = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } }

type Screen = [viewport: { width: number; height: number }, colorScheme: "light" | "dark"]

let pages = 0

/**
 * Each check costs up to a second, so the page is loaded once for all screens. If only the colours differ from the previous screen, only
 * the rules about colours run. A short run checks each page on one screen, and the next page on the next screen.
 */
async function assertAccessibleOn(screens: Screen[], page: Page, state: string) {
  const chosen = pages++ % screens.length
  for (const [i, [viewport, colorScheme]] of screens.entries()) {
    const name = `${state} in ${colorScheme} at ${viewport.width} pixels`
    await page.setViewportSize(viewport)
    await assertFits(page, name)
    if (isShort && i !== chosen) continue
    await page.emulateMedia({ colorScheme })
    await look(page, name, !isShort && viewport === screens[i - 1]?.[0] ? aboutColors : {})
  }
}

const inBothSchemes = (size: Screen[0]): Screen[] => [
  [size, "light"],
  [size, "dark"],
]

export const assertAccessibleOnAllScreens = (page: Page, state: string) =>
  assertAccessibleOn([...inBothSchemes(desktop), ...inBothSchemes(phone)], page, state)

export const assertAccessibleOnPhone = (page: Page, state: string) => assertAccessibleOn(inBothSchemes(phone), page, state)

/** For pages that share their layout with one that is checked on all screens. */
export const assertAccessibleOnTwoScreens = (page: Page, state: string) =>
  assertAccessibleOn(
    [
      [desktop, "light"],
      [phone, "dark"],
    ],
    page,
    state,
  )

async function findViolations(page: Page, rules: object): Promise<string[]> {
  const preload = { assets: ["media"] } // style sheets are for a rule that is off
  const options = JSON.stringify({ resultTypes: ["violations"], iframes: false, preload, ...rules })
  const { violations } = (await page.evaluate(`axe.run(document, ${options})`)) as {
    violations: { id: string; nodes: { html: string }[] }[]
  }
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
