import type { Sweep } from "./queue.ts"

/** Deletes what has expired, a batch at a time; `deleteBatch` returns whether there was anything to delete. */
export const cleanup = (name: string, deleteBatch: () => Promise<boolean>, everyMs = 60_000): Sweep => ({
  name,
  everyMs,
  isCleanup: true,
  run: async () => {
    while (await deleteBatch());
  },
})
