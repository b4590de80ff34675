import type { BenchServer } from "./bench-server.ts"
import { fillPayableIntents } from "./fill-payable-intents.ts"
import { measureInRounds } from "./measure.ts"
import { formatInteger, formatRatio, measureSeconds, median, type Report, warmUpSeconds } from "./report.ts"
import { runWrk } from "./tools.ts"

const size = 10_000
/** Under load the worker folds every ten seconds. Within twice that time it folds as many changes as are recorded. */
const seconds = 4 * measureSeconds

/** Single rounds vary by more than the measured difference. */
const roundsOfRollUps = 6

/** What do the roll-ups of analytics cost a create and a payment, including the record in the commit and the worker that folds it? */
export async function rollUps(server: BenchServer): Promise<Report> {
  await fillPayableIntents(server, server.clientTenant.tenantId, size)
  await server.sql(dropNotes)
  const measureWith = (isKept: boolean, workload: "create" | "pay") => async () => {
    await server.sql(`alter table row_changes ${isKept ? "disable" : "enable"} trigger unnoted`)
    const service = await server.startService("all")
    try {
      await runWrk(service.address, server.clientTenant, workload, warmUpSeconds, size)
      return (await runWrk(service.address, server.clientTenant, workload, seconds, size)).perSecond
    } finally {
      await service.stop()
      await server.clearBacklog()
    }
  }
  const samples = await measureInRounds(
    {
      createWith: measureWith(true, "create"),
      createWithout: measureWith(false, "create"),
      payWith: measureWith(true, "pay"),
      payWithout: measureWith(false, "pay"),
    },
    roundsOfRollUps,
  )
  const costs = { create: ratio(samples.createWithout, samples.createWith), pay: ratio(samples.payWithout, samples.payWith) }
  const row = (name: keyof typeof costs, kept: number[], without: number[]) => [
    name,
    formatInteger(median(kept)),
    formatInteger(median(without)),
    formatRatio(costs[name]),
  ]
  return {
    title: "Roll-ups of analytics, 64 clients, service and worker",
    columns: ["per second", "with roll-ups", "without", "cost"],
    rows: [row("create", samples.createWith, samples.createWithout), row("pay", samples.payWith, samples.payWithout)],
    passed: Math.max(...Object.values(costs)) <= 1.05,
    note: "The target is at most 1.05 times the cost without them.",
  }
}

/** Drops the records of changes, so that the worker has nothing to fold. */
const dropNotes = `
  create function drop_row() returns trigger language plpgsql as 'begin return null; end';
  create trigger unnoted before insert on row_changes for each row execute function drop_row()`

const ratio = (a: number[], b: number[]) => median(a) / median(b)
