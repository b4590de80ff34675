import { commit, isStale } from "../../kit/db/commit.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { moveRealTimeJobs } from "../../kit/jobs/real-time.ts"
import { sortIdsAfter } from "../../kit/pure/id.ts"
import { log } from "../../kit/service/log.ts"
import { moveClock } from "../tenants/clock-store.ts"
import { type ClaimedJump, leaseMs, saveJump } from "./store.ts"

/** How often the lease is renewed and the position of the clock saved. Requests meanwhile see the clock move. */
const saveIntervalMs = 250

/** Holds the lease of a move, and saves the position of the clock, until `end` or `release`. */
export function holdLease(jump: ClaimedJump) {
  const aheadMs = () => jump.at.getTime() - databaseClock.now().getTime()
  let saving = Promise.resolve()
  let isLost = false

  const write = async (change: Pick<ClaimedJump, "ended_at" | "leased_until">, offsetMs: number) => {
    if (isLost) return
    try {
      const offset = [jump.tenant_id, Math.max(0, offsetMs)] as const
      const writes = [moveRealTimeJobs(...offset), saveJump({ ...jump, ...change }), moveClock(...offset)]
      await commit({ name: `clock ${jump.tenant_id}`, tenant: jump.tenant_id, writes })
      jump.leased_until = change.leased_until
    } catch (error) {
      if (!isStale(error)) throw error
      isLost = true
    }
  }
  /** Saves run in sequence. */
  const save = (change?: Pick<ClaimedJump, "ended_at" | "leased_until">, offsetMs?: number) =>
    (saving = saving
      .catch(() => {})
      .then(() => write(change ?? { ended_at: null, leased_until: databaseClock.now(leaseMs) }, offsetMs ?? aheadMs())))

  jump.process = sortIdsAfter(jump.process)
  const timer = setInterval(() => void save().catch(onSaveError), saveIntervalMs)
  const stop = () => clearInterval(timer)
  return {
    lease: jump,
    /** Whether another process has claimed the move. Asks the database. */
    async isLost(): Promise<boolean> {
      await save()
      return isLost
    },
    wasLost: () => isLost,
    /** Ends the move and sets the clock to its target, in one commit. */
    end: () => {
      stop()
      jump.at = jump.target
      const now = databaseClock.now()
      return save({ ended_at: now, leased_until: now }, jump.offset_ms)
    },
    /** Lets another process continue at once. */
    release: () => {
      stop()
      return save({ ended_at: null, leased_until: databaseClock.now() })
    },
    stop,
  }
}

const onSaveError = (error: unknown) => log.warn({ error }, "the position of a moving clock could not be saved; trying again")
