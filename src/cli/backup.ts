import { statSync } from "node:fs"
import { resolve } from "node:path"
import { application } from "../app.ts"
import { version } from "../http/about.ts"
import { beginHistory } from "../insight/checkpoints/store.ts"
import { verify } from "../insight/reconciliation/verify.ts"
import { backUp } from "../kit/db/backup.ts"
import type { Header, Progress, Summary } from "../kit/db/backup-file.ts"
import { endRestore } from "../kit/db/migrate.ts"
import { restore } from "../kit/db/restore.ts"
import { assertSecretKey } from "../kit/db/secret-key-marker.ts"
import { asSystem } from "../kit/operation/system.ts"
import { dropMovedAway, enterMovedSince } from "../kit/db/reconcile-cells.ts"
import { setSecretKeys } from "../kit/service/crypto.ts"
import { verifyChain } from "../platform/audit/verify.ts"
import { findTenantIds } from "../platform/tenants/store.ts"
import { type CellAddress, homeName } from "../kit/pure/cell-urls.ts"
import { addressOf, requireSecretKeys, withDatabaseUrl, withPools } from "./database.ts"

type Report = { file: string; at: string; tenants: number; rows: number; bytes: number; sha256: string }

export const backUpTo = (path: string, cell?: string): Promise<Report> =>
  withDatabaseUrl(async (homeUrl, { embedded, DATA_DIR, CELL_URLS }) => {
    const made = await backUp(addressOf(cell, homeUrl, CELL_URLS), path, version, printProgress)
    if (cell === undefined && CELL_URLS.length > 0) console.error(homeOnly(CELL_URLS))
    const keys = embedded ? `SECRET_KEY or ${DATA_DIR}/secret.key` : "SECRET_KEY"
    console.error(`Keep ${keys} too, in another place: without it the secrets and bank account numbers in the backup can't be decrypted.`)
    return summarize(path, made)
  })

const homeOnly = (others: readonly CellAddress[]) =>
  "This file has the cell home: the directory, and the tenants there. Back up each other cell too: " +
  others.map(({ name }) => `countersign backup --cell ${name} <file>`).join(", ")

/** The file's hash was right, so the original has the same differences. */
const foundDifferences =
  "Everything is restored as it was backed up, but the verification found differences. Examine them before you accept payments."

type Findings = { tenant: string; ledger: object[]; audit: object[] }

/** Loads a backup into an empty database, and verifies ledger and audit log of every tenant. */
export const restoreFrom = (path: string, cell?: string): Promise<Report & { differences: Findings[] }> =>
  withDatabaseUrl(async (homeUrl, config) => {
    const url = addressOf(cell, homeUrl, config.CELL_URLS)
    setSecretKeys(requireSecretKeys(config))
    const restored = await restore(url, path, printProgress)
    const differences = await withPools(url, [], async () => {
      await assertSecretKey(application.reseals)
      for (const tenant of await findTenantIds()) await beginHistory(tenant, new Date(restored.at))
      return verifyTenants(new Date(restored.at))
    })
    await reconcile({ name: cell ?? homeName, url }, homeUrl, config.CELL_URLS)
    await endRestore(url)
    console.error(differences.length === 0 ? "Done: everything is restored, and every ledger and audit log is right." : foundDifferences)
    return { ...summarize(path, restored), differences }
  })

/** Tenants that were moved since the backup are where they were moved to, and nowhere else. */
async function reconcile(restored: CellAddress, homeUrl: string, others: readonly CellAddress[]) {
  if (others.length === 0) return
  const report = (sentence: string) => console.error(sentence)
  if (restored.name === homeName) await enterMovedSince(homeUrl, others, report)
  else await dropMovedAway(restored, homeUrl, report)
}

/** Verifies as of the time of the backup, because payments that fell due since then become overdue only when a worker runs. */
async function verifyTenants(at: Date): Promise<Findings[]> {
  const findings: Findings[] = []
  for (const tenant of await findTenantIds()) {
    console.error(`verifying the ledger and the audit log of tenant ${tenant}`)
    const { ledger, audit } = await asSystem(tenant, "restore", async ctx => {
      const now = new Date(at.getTime() + ctx.tenant.clockOffsetMs)
      return { ledger: await verify({ ...ctx, now }), audit: await verifyChain(ctx) }
    })
    if (!ledger.ok || !audit.ok) findings.push({ tenant, ledger: ledger.differences, audit: audit.problems })
  }
  return findings
}

function summarize(file: string, { at, counts, sha256 }: Header & Summary): Report {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { file: resolve(file), at, tenants: counts["tenants"] ?? 0, rows, bytes: statSync(file).size, sha256 }
}

const printProgress: Progress = (table, rows, isDone) => {
  if (rows > 0) console.error(`${table}: ${rows.toLocaleString("en")} rows${isDone ? "" : " so far"}`)
}
