import { type Answer, whole } from "./figures.ts"
import type { House, Memory } from "./house.ts"
import { load } from "./tools.ts"

const marks = [10_000, 50_000, 100_000]

/** Does the service keep anything of the requests it has served? */
export async function memory(house: House): Promise<Answer> {
  const running = await house.serve("all")
  const rows: string[][] = []
  const heaps: number[] = []
  let served = 0
  for (const mark of marks) {
    while (served < mark) served += (await load(running.address, house.client, "create", 2)).requests
    const { rss, heapUsed } = await running.ask<Memory>("memory")
    rows.push([whole(served), mib(rss), mib(heapUsed)])
    heaps.push(heapUsed)
  }
  await running.stop()
  await house.settle()
  return {
    title: "Memory of the service and worker, after a collection",
    columns: ["creates served", "resident MiB", "heap MiB"],
    rows,
    holds: heaps.at(-1)! / heaps[0]! < 1.1,
    note: "The heap is flat when its last figure is within a tenth of its first.",
  }
}

const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
