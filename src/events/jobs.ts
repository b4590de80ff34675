import { forgetOldEvents } from "./store.ts"

export const eventSweeps = [
  {
    name: "events older than 90 days are forgotten",
    everyMs: 60_000,
    async run() {
      while (await forgetOldEvents());
    },
  },
]
