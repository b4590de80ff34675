import { type Reseal, rotateSecretKeys } from "../db/secret-key-marker.ts"
import { hourMs } from "../pure/calendar.ts"
import { log } from "../service/log.ts"
import type { Sweep } from "./queue.ts"

export const resealSweep = (reseals: readonly Reseal[]): Sweep => ({
  name: "seal with the first key of SECRET_KEY",
  everyMs: hourMs,
  async run() {
    const count = await rotateSecretKeys(reseals)
    if (count > 0) log.info({ count }, "everything is encrypted with the first key of SECRET_KEY now; the others can be removed")
  },
})
