import { log } from "../service/log.ts"
import { currentCell, perCell } from "./cells.ts"
import { applyContractSteps } from "./migrate.ts"
import { contractSteps, missingFrom } from "./migrations.ts"
import { allTenants, prepare, query } from "./query.ts"
import { findEarlierVersion } from "./version-locks.ts"

/** How often no earlier version must have been seen, one look after the other: its processes may just have lost their connections. */
const neededLooks = 2

/** Where this version has no step of the kind `contract`, nothing is asked. */
const upgrades = perCell(() => ({ isFinished: contractSteps.length === 0, looks: 0 }))

const earlierVersion = prepare(findEarlierVersion)
const appliedNames = prepare("select name from migrations")

/** Applies the steps of the kind `contract` in the current cell once no process of an earlier version runs. */
export async function finishUpgrade(): Promise<void> {
  const cell = currentCell()
  const upgrade = upgrades(cell)
  if (upgrade.isFinished) return
  const missing = missingFrom(await query<{ name: string }>(allTenants, { ...appliedNames, values: [] }))
  if (missing.length === 0) {
    upgrade.isFinished = true
    if (upgrade.looks > 0) log.info({ cell: cell.name }, "no earlier version runs any more, and the upgrade is finished")
    return
  }
  const earlier = await query(allTenants, { ...earlierVersion, values: [] })
  upgrade.looks = earlier.length > 0 ? 0 : upgrade.looks + 1
  if (upgrade.looks >= neededLooks) await applyContractSteps(cell.url)
}
