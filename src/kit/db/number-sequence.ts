import { query, sql } from "./query.ts"

/** A crash loses the rest of a block: numbers are unique and increase, but have gaps. */
const blockSize = 500

type Block = { next: number; end: number }
const blocks = new Map<string, Promise<Block>>()

/** The next number of a kind. One request in 500 takes a block from the database, and concurrent ones wait for the same block. */
export async function nextNumber(tenant: string, kind: string): Promise<number> {
  const name = `${tenant} ${kind}`
  for (;;) {
    const current = blocks.get(name) ?? takeBlock(tenant, kind)
    blocks.set(name, current)
    const block = await current.catch((error: unknown) => {
      blocks.delete(name)
      throw error
    })
    if (block.next < block.end) return block.next++
    if (blocks.get(name) === current) blocks.delete(name)
  }
}

async function takeBlock(tenant: string, kind: string): Promise<Block> {
  const [row] = await query<{ end: number }>(
    [tenant],
    sql`
    insert into number_blocks as b (tenant_id, kind, next)
    values (${tenant}, ${kind}, ${blockSize + 1}::bigint)
    on conflict (tenant_id, kind) do update set next = b.next + ${blockSize}::bigint
    returning next as end`,
  )
  return { next: row!.end - blockSize, end: row!.end }
}
