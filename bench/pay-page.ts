import { setTimeout as wait } from "node:timers/promises"
import { chromium } from "playwright-core"
import type { BenchServer } from "./bench-server.ts"
import { fillPaymentIntents } from "./fill-payment-intents.ts"
import { measureInRounds } from "./measure.ts"
import { formatDecimal, formatInteger, measureSeconds, median, medians, type Report, warmUpSeconds } from "./report.ts"
import { runWrk } from "./tools.ts"

const visitors = 50
const maxFirstPaintMs = 1000

/** How many visitors per second does the payment page serve, and when does a browser paint it while 50 others open a page each second? */
export async function payPage(server: BenchServer): Promise<Report> {
  await fillPaymentIntents(server, server.clientTenant.tenantId, 1000)
  const samples = await measureInRounds({ load: () => measureLoad(server), paint: () => measurePaint(server) })
  const { perSecond, p50Ms, p99Ms } = medians(samples.load)
  const paintMs = median(samples.paint)
  return {
    title: `The payment page, ${visitors} visitors`,
    columns: ["", "per second", "p50 ms", "p99 ms"],
    rows: [
      ["pages, each visitor without pause", formatInteger(perSecond), formatDecimal(p50Ms), formatDecimal(p99Ms)],
      [`first paint in Chromium, beside ${visitors} visitors who open a page each second`, "", formatDecimal(paintMs), ""],
    ],
    passed: paintMs <= maxFirstPaintMs,
    note: `The target is a first paint within ${formatInteger(maxFirstPaintMs)} ms.`,
  }
}

async function measureLoad(server: BenchServer) {
  const service = await server.startService("all")
  try {
    const options = { clients: visitors, env: { LINKS: (await readLinks(server, service.address)).join() } }
    await runWrk(service.address, server.clientTenant, "payPage", warmUpSeconds, 1000, options)
    return await runWrk(service.address, server.clientTenant, "payPage", measureSeconds, 1000, options)
  } finally {
    await service.stop()
  }
}

/** The median of ten visits of a browser, each without a cache. */
async function measurePaint(server: BenchServer): Promise<number> {
  const service = await server.startService("all")
  const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] })
  const others = new AbortController()
  try {
    const links = (await readLinks(server, service.address)).map(path => service.address + path)
    const crowd = Array.from({ length: visitors }, (_, i) => visitSteadily(links.slice(i), others.signal))
    const times: number[] = []
    for (const link of links.slice(0, 10)) {
      const page = await browser.newPage()
      await page.goto(link)
      times.push(Number(await page.evaluate(firstPaint)))
      await page.close()
    }
    others.abort()
    await Promise.all(crowd)
    return median(times)
  } finally {
    others.abort()
    await browser.close()
    await service.stop()
  }
}

const firstPaint = `new Promise(resolve => new PerformanceObserver(list => resolve(list.getEntries()[0].startTime))
  .observe({ type: "paint", buffered: true }))`

async function visitSteadily(links: string[], signal: AbortSignal) {
  for (let i = 0; !signal.aborted; i++) {
    await (await fetch(links[i % links.length]!)).text()
    await wait(1000, undefined, { signal }).catch(() => undefined)
  }
}

/** The paths of payment links that can be paid. */
async function readLinks({ clientTenant: { apiKey, tenantId } }: BenchServer, address: string): Promise<string[]> {
  const headers = { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId }
  const response = await fetch(`${address}/v1/payment-intents?status=due&limit=100`, { headers })
  const { data } = (await response.json()) as { data: { links: { long: string } }[] }
  return data.map(({ links }) => new URL(links.long).pathname)
}
