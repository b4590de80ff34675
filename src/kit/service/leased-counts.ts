import type { Quota, Taken } from "./rate-limit.ts"

/** Asks the process that counts. */
type Take = (quotas: Quota[]) => Promise<Taken>

/** Of a limit this part is taken at once, so that a high limit costs a message in hundreds of requests, and a low one is exact. */
const leasedPart = 1 / 1_000
/** How many a process takes at once of what another one counts. */
export const leaseOf = ({ perMinute }: Quota) => Math.max(1, Math.floor(perMinute * leasedPart))

const maxLeases = 5_000
const idOf = ({ limit, name }: Quota) => `${limit} ${name}`

/**
 * Counts for a process whose limits another process keeps. What it has taken ahead it counts itself. Requests that find nothing left ask
 * together. Returns, as `consume` needs it, the seconds to wait, or 0.
 */
export function leasedCounts(take: Take) {
  const leases = new Map<string, number>()
  const asking = new Map<string, Promise<number>>()

  function spendLeases(quotas: Quota[]): boolean {
    if (!quotas.every(quota => (leases.get(idOf(quota)) ?? 0) > 0)) return false
    for (const quota of quotas) leases.set(idOf(quota), leases.get(idOf(quota))! - 1)
    return true
  }

  async function ask(quotas: Quota[]): Promise<number> {
    const missing = quotas.filter(quota => (leases.get(idOf(quota)) ?? 0) === 0)
    const { taken, retryAfterSeconds } = await take(missing)
    if (leases.size > maxLeases) leases.clear() // what was taken ahead is lost, a thousandth of each limit
    for (const [i, quota] of missing.entries()) leases.set(idOf(quota), (leases.get(idOf(quota)) ?? 0) + taken[i]!)
    return retryAfterSeconds
  }

  async function askInTurn(quotas: Quota[]): Promise<number> {
    const id = quotas.map(idOf).join("\n")
    for (;;) {
      if (spendLeases(quotas)) return 0
      const answer = asking.get(id) ?? ask(quotas).finally(() => asking.delete(id))
      asking.set(id, answer)
      const retryAfterSeconds = await answer
      if (retryAfterSeconds > 0) return retryAfterSeconds
    }
  }

  return (quotas: Quota[]): number | Promise<number> => (spendLeases(quotas) ? 0 : askInTurn(quotas))
}
