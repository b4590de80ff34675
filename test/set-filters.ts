import type { Page } from "playwright-core"

/** Sets a value of each filter that a list offers, one after the other. */
export async function setEachFilter(page: Page) {
  const panel = page.getByRole("dialog")
  const add = page.getByRole("button", { name: "Filter", exact: true })
  await add.click()
  const names = await panel.getByRole("listitem").allInnerTexts()
  await page.keyboard.press("Escape")
  for (const name of names.filter(each => each !== "Tag")) {
    await panel.waitFor({ state: "detached" })
    await add.click()
    await panel.getByRole("button", { name, exact: true }).click()
    await panel.getByRole("checkbox").last().or(panel.getByRole("combobox")).first().waitFor()
    if ((await panel.getByRole("combobox").count()) > 0) await panel.getByRole("combobox").selectOption({ label: "Last 7 days" })
    else await panel.getByRole("checkbox").last().check()
    await page.keyboard.press("Escape")
  }
}
