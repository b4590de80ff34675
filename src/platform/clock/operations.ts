import type { Context } from "../../kit/db/context.ts"
import { cellOf } from "../../kit/db/directory.ts"
import { audit } from "../../kit/events/audit.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { isoTime, realTime } from "../../kit/pure/time.ts"
import { lockSettings, readSettings, renderSettings } from "../tenants/settings-store.ts"
import { describe } from "./queue.ts"
import { targetOf } from "./rules.ts"
import { arrivalSignal, moveSignal, type TimedWork } from "./run.ts"
import { Clock, Move, MovedSettings, Waiting, waitingFilters } from "./schema.ts"
import {
  findCurrentJump,
  findJumpByKey,
  findLastJump,
  findNextTime,
  findOpenJump,
  hasEnded,
  insertJump,
  type JumpRow,
  queryQueue,
  renderClock,
} from "./store.ts"

/** How long a request waits for the clock to arrive. A longer move continues after the response. */
const maxWaitMs = 25_000
/** How often the request polls when another process moves the clock. */
const pollMs = 100

export const clockOperations = (work: () => TimedWork) => [
  operation({
    route: "POST /v1/simulations/clock",
    label: "Move the clock of the sandbox",
    noun: "settings",
    summary: "Sandbox only: move the tenant's clock forward; everything that falls due on the way happens in order, each at its time",
    needs: "settings.edit",
    effect: "change",
    refuses: ["TNT-1002", "TNT-1003"],
    input: Move,
    output: MovedSettings,
    external: {
      keepsKey: true,
      prepare: (ctx, move, _subject, key) => beginJump(ctx, move, key),
      async call(jump) {
        moveSignal(await cellOf(jump.tenant_id)).signal()
        await waitForEnd(jump)
        return jump
      },
    },
    run: async ctx => {
      const settings = renderSettings(await readSettings(ctx))
      return { ...settings, clock: await readClock(ctx, settings.now) }
    },
  }),

  operation({
    route: "GET /v1/simulations/clock",
    label: "Get the clock of the sandbox",
    noun: "clock",
    summary: "Sandbox only: the time of the tenant's clock and, while it moves, how far it has come",
    needs: "settings.view",
    effect: "read",
    input: noInput,
    output: Clock,
    run: async ctx => readClock(ctx, isoTime(ctx.now)),
  }),

  listing({
    route: "GET /v1/simulations/queue",
    label: "List the queue of the clock",
    noun: "waiting",
    plural: "waiting",
    summary: "Sandbox only: what waits for the tenant's clock, soonest first, with the event that each will publish",
    needs: "settings.view",
    filters: waitingFilters,
    item: Waiting,
    async run(ctx, query) {
      const { data, ...rest } = await queryQueue(ctx, query)
      return { data: data.map(row => describe(row, work())), ...rest }
    },
  }),
]

/**
 * Commits the move, which begins where the previous move ends. The same key never moves the clock twice, wherever the clock is by then.
 * Without a key, an equal request of the same caller is a retry while its move runs.
 */
async function beginJump(ctx: Context, move: Move, key: string): Promise<JumpRow> {
  const settings = await lockSettings(ctx)
  const request = JSON.stringify([ctx.caller.user, move])
  const [existing, last, current] = await Promise.all([findJumpByKey(ctx, key), findLastJump(ctx), findCurrentJump(ctx)])
  if (existing && existing.request !== request) throw generalProblem("IDM-1002")
  if (existing) return existing
  const hasKey = key !== ctx.origin.requestId
  const repeated = current && !hasKey ? await findOpenJump(ctx, request) : undefined
  if (repeated) return repeated
  if (current && move.to === "next") throw generalProblem("TNT-1003", { target: isoTime(last!.target) })
  const started_at = realTime(ctx)
  const now = new Date(started_at.getTime() + settings.clock_offset_ms)
  const [from, offsetMs] = current ? [last!.target, last!.offset_ms] : [now, settings.clock_offset_ms]
  const next = move.to === "next" ? await findNextTime({ ...ctx, now }) : undefined
  const target = targetOf(move, { from, offsetMs, zone: settings.timezone, next })
  const jump = {
    tenant_id: ctx.tenant.id,
    n: (last?.n ?? 0) + 1,
    key,
    request,
    started_at,
    starts_at: from,
    target,
    at: from,
    offset_ms: offsetMs + target.getTime() - from.getTime(),
  }
  insertJump(ctx, jump)
  audit(ctx, { action: "clock.move", kind: "tenants", id: ctx.tenant.id, before: { now: isoTime(from) }, after: { now: isoTime(target) } })
  return { ...jump, ended_at: null, done: 0 }
}

async function waitForEnd({ tenant_id, n }: JumpRow) {
  const end = performance.now() + maxWaitMs
  while (!(await hasEnded(tenant_id, n)) && performance.now() < end) await arrivalSignal(await cellOf(tenant_id)).wait(pollMs)
}

const readClock = async (ctx: Context, now: string): Promise<Clock> =>
  renderClock(now, ...(await Promise.all([findLastJump(ctx), findCurrentJump(ctx)])))
