import { asSystem } from "../../kit/operation/system.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { log } from "../../kit/service/log.ts"
import { matchByEvidence } from "./match.ts"
import { isOpen } from "./rules.ts"
import { findNewLines, readLineForUpdate } from "./store.ts"

const pageSize = 200
/** Lines that are matched at once. With more, they would wait for connections. */
const concurrency = 8

/** Looks at each line of a statement that nobody has matched. Each is a unit of work of its own, so one refusal stops no other. */
export async function matchStatement(tenant: string, statement: string) {
  let last = ""
  for (;;) {
    const ids = await findNewLines(tenant, statement, last, pageSize)
    const waiting = [...ids]
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await matchOne(tenant, id)
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    if (ids.length < pageSize) return
    last = ids.at(-1)!
  }
}

async function matchOne(tenant: string, id: string) {
  try {
    await asSystem(tenant, "match-bank-lines", async ctx => {
      const line = await readLineForUpdate(ctx, id)
      if (isOpen(line)) await matchByEvidence(ctx, line)
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    log.info({ tenant, line: id, reason: error.message }, "a line of a bank statement waits for a person")
  }
}
