import type { Sweep } from "../../kit/jobs/queue.ts"
import { hourMs } from "../../kit/pure/calendar.ts"
import { config } from "../../kit/service/config.ts"
import { refreshRates } from "./refresh.ts"

export const rateSweeps: Sweep[] = [
  {
    name: "fetch exchange rates",
    everyMs: hourMs,
    isForInstallation: true,
    async run() {
      if (config.FX_RATES_URL !== undefined) await refreshRates(config.FX_RATES_URL)
    },
  },
]
