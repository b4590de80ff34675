import type { BenchServer } from "./bench-server.ts"
import { fillPayableIntents } from "./fill-payable-intents.ts"
import { measureInRounds, measureService } from "./measure.ts"
import { formatInteger, formatRatio, median, type Report } from "./report.ts"

const size = 10_000

/** What do the roll-ups of analytics cost a create and a payment: the note in the commit, and the worker that folds it? */
export async function rollUps(server: BenchServer): Promise<Report> {
  await fillPayableIntents(server, server.clientTenant.tenantId, size)
  await server.sql(dropNotes)
  const measureWith = (isKept: boolean, workload: "create" | "pay") => async () => {
    await server.sql(`alter table row_changes ${isKept ? "disable" : "enable"} trigger unnoted`)
    return (await measureService(server, "all", workload, size)).perSecond
  }
  const samples = await measureInRounds({
    createWith: measureWith(true, "create"),
    createWithout: measureWith(false, "create"),
    payWith: measureWith(true, "pay"),
    payWithout: measureWith(false, "pay"),
  })
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

/** Changes are then neither noted nor, for want of notes, folded. */
const dropNotes = `
  create function drop_row() returns trigger language plpgsql as 'begin return null; end';
  create trigger unnoted before insert on row_changes for each row execute function drop_row()`

const ratio = (a: number[], b: number[]) => median(a) / median(b)
