import { batcher, type Rejected } from "./batcher.ts"
import { type Cell, perCell } from "./cells.ts"
import { cellFor } from "./query.ts"
import { whereTenantsAre } from "./tenant-moves.ts"

/** Collects items in a batch for each cell, because a statement runs in one cell. */
export function cellBatcher<In extends { tenant_id: string }, Out>(process: (batch: In[], cell: Cell) => Promise<(Out | Rejected)[]>) {
  const batchers = perCell(cell => batcher<In, Out>(batch => process(batch, cell)))
  return (item: In): Promise<Out> => whereTenantsAre(async () => batchers(await cellFor([item.tenant_id]))(item))
}
