import { tmpdir } from "node:os"
import { join } from "node:path"
import { fillPaymentIntents } from "../fill-payment-intents.ts"
import type { BenchServer } from "../bench-server.ts"
import { measureInRounds, measureService } from "../measure.ts"
import { formatDecimal, formatInteger, measureSeconds, medians, type Report, warmUpSeconds } from "../report.ts"
import { loadByScript, type LoadResult } from "../tools.ts"
import { installMedusa, type Shop, startMedusa, version } from "./medusa-shop.ts"

const minRatio = 40

/**
 * How many times as fast as Medusa's cheapest create and read are ours? Ours do more: a create has its event, its audit entry and its
 * stored response in the same commit.
 */
export async function medusa(server: BenchServer): Promise<Report> {
  const folder = process.env["MEDUSA_FOLDER"] ?? join(tmpdir(), "countersign-bench-medusa")
  await installMedusa(folder)
  await fillPaymentIntents(server, server.clientTenant.tenantId, 1000)
  const samples = await measureInRounds({
    theirCreate: () => announce("Medusa, create", measureShop(folder, "create")),
    ourCreate: () => announce("Countersign, create", measureService(server, "all", "create")),
    theirRead: () => announce("Medusa, read", measureShop(folder, "read")),
    ourRead: () => announce("Countersign, read", measureService(server, "all", "read")),
  })
  const pairs = [
    { name: "create", theirs: medians(samples.theirCreate), ours: medians(samples.ourCreate) },
    { name: "read", theirs: medians(samples.theirRead), ours: medians(samples.ourRead) },
  ]
  const row = (name: string, { perSecond, p50Ms, p99Ms }: LoadResult, than: LoadResult) => [
    name,
    formatInteger(perSecond),
    formatDecimal(p50Ms),
    formatDecimal(p99Ms),
    formatDecimal(perSecond / than.perSecond),
  ]
  return {
    title: `Medusa ${version}: a customer, beside a payment intent here, 64 clients`,
    columns: ["", "per second", "p50 ms", "p99 ms", "times Medusa"],
    rows: pairs.flatMap(({ name, theirs, ours }) => [row(`Medusa, ${name}`, theirs, theirs), row(`Countersign, ${name}`, ours, theirs)]),
    passed: pairs[0]!.ours.perSecond / pairs[0]!.theirs.perSecond >= minRatio,
    note: `The target is at least ${minRatio} times as many creates.`,
  }
}

/** A run takes minutes, so each figure is shown when it is there. */
async function announce(name: string, measured: Promise<LoadResult>): Promise<LoadResult> {
  const result = await measured
  console.error(`${name}: ${formatInteger(result.perSecond)} per second`)
  return result
}

/** It is started for each measurement, so that it does not run beside ours. */
async function measureShop(folder: string, workload: "create" | "read"): Promise<LoadResult> {
  const shop = await startMedusa(folder)
  try {
    await load(shop, workload, warmUpSeconds)
    return await load(shop, workload, measureSeconds)
  } finally {
    await shop.stop()
  }
}

const load = ({ address, token, customer }: Shop, WORKLOAD: string, seconds: number) => {
  const env = { WORKLOAD, TOKEN: token, CUSTOMER: customer, PREFIX: `${Date.now()}-` }
  return loadByScript(join(import.meta.dirname, "medusa.lua"), address, seconds, { env })
}
