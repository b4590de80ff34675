import { query, sql } from "./query.ts"

/**
 * A block lasts for about a second. So busy processes rarely ask for one, the numbers of processes with little to do follow each other, and
 * a crash loses few. Numbers are unique and increase in each process, but have gaps.
 */
const blockMs = 1_000
const maxBlockSize = 500
const growth = 4

type Block = { next: number; end: number; size: number; takenAt: number }
const blocks = new Map<string, Promise<Block>>()

/** The next number of a kind. Concurrent requests wait for the same block. */
export async function nextNumber(tenant: string, kind: string): Promise<number> {
  const name = `${tenant} ${kind}`
  for (;;) {
    const current = blocks.get(name) ?? takeBlock(tenant, kind, 1)
    blocks.set(name, current)
    const block = await current.catch((error: unknown) => {
      blocks.delete(name)
      throw error
    })
    if (block.next < block.end) return block.next++
    if (blocks.get(name) === current) blocks.set(name, takeBlock(tenant, kind, sizeAfter(block)))
  }
}

function sizeAfter({ size, takenAt }: Block): number {
  const hasLasted = performance.now() - takenAt >= blockMs
  return hasLasted ? Math.max(1, Math.floor(size / growth)) : Math.min(size * growth, maxBlockSize)
}

async function takeBlock(tenant: string, kind: string, size: number): Promise<Block> {
  const [row] = await query<{ end: number }>(
    [tenant],
    sql`
    insert into number_blocks as b (tenant_id, kind, next)
    values (${tenant}, ${kind}, ${size + 1}::bigint)
    on conflict (tenant_id, kind) do update set next = b.next + ${size}::bigint
    returning next as end`,
  )
  return { next: row!.end - size, end: row!.end, size, takenAt: performance.now() }
}
