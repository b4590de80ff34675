import { config } from "../kit/config.ts"
import type { Sweep } from "../kit/jobs.ts"
import { refresh } from "./refresh.ts"

export const rateSweeps: Sweep[] = [
  {
    name: "exchange rates are fetched",
    everyMs: 3_600_000,
    async run() {
      if (config.FX_RATES_URL !== undefined) await refresh(config.FX_RATES_URL)
    },
  },
]
