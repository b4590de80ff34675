import { z } from "zod"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { applyAnswer } from "./apply.ts"

const Payload = z.object({ answer: z.string() })

export const bankAnswerJobs: Jobs = {
  "apply-bank-answer": {
    describe: () => ({ text: "The answers of the bank are applied to the payments that they are about" }),
    run: (tenant, payload) => applyAnswer(tenant, Payload.parse(payload).answer),
  },
}
