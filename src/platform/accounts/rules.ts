/** A mistyped password or two must not lock anybody out; nobody guesses one in this many. */
const freeFailures = 10
const firstLockSeconds = 30
/** Then 96 guesses a day are possible, and a person who is locked out by somebody else waits no longer than this. */
const maxLockSeconds = 15 * 60
/** After this long without an attempt the failures are forgotten. */
const memoryMs = 24 * 60 * 60_000

/** How long sign-in is refused after that many failures in a row: nothing at first, then twice as long each time. */
export function lockSeconds(failures: number): number {
  if (failures < freeFailures) return 0
  return Math.min(maxLockSeconds, firstLockSeconds * 2 ** (failures - freeFailures))
}

/** Until when sign-in is refused, by the number of failures from 1 on; with more failures than entries, as with the last. */
export const lockTimes = (now: Date): (Date | null)[] =>
  Array.from({ length: freeFailures + 6 }, (_, i) => {
    const seconds = lockSeconds(i + 1)
    return seconds === 0 ? null : new Date(now.getTime() + seconds * 1000)
  })

/** Failures of before then count no more. */
export const forgottenBefore = (now: Date) => new Date(now.getTime() - memoryMs)

/** The networks that a person signs in from: the latest few, each once. */
export const addNetwork = (networks: readonly string[], network: string): string[] =>
  [network, ...networks.filter(each => each !== network)].slice(0, maxNetworks)
const maxNetworks = 10
