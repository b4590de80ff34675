import { dayMs } from "../../kit/pure/calendar.ts"

/**
 * Failures in a row before sign-in is refused. A mistyped password or two must not lock anybody out; nobody guesses one in this many. From
 * a network, more people than one may mistype theirs.
 */
export const freeFailures = { email: 10, network: 100 } as const
const firstLockSeconds = 30
/** Then 96 guesses a day are possible, and a person who is locked out by somebody else waits no longer than this. */
const maxLockSeconds = 15 * 60
/** After this long without an attempt the failures are forgotten. */
const memoryMs = dayMs

/** How long sign-in is refused after that many failures in a row: nothing at first, then twice as long each time. */
export function lockSeconds(failures: number, free: number): number {
  if (failures < free) return 0
  return Math.min(maxLockSeconds, firstLockSeconds * 2 ** (failures - free))
}

/** Until when sign-in is refused, by the number of failures from 1 on; with more failures than entries, as with the last. */
export const lockTimes = (now: Date, free: number): (Date | null)[] =>
  Array.from({ length: free + 6 }, (_, i) => {
    const seconds = lockSeconds(i + 1, free)
    return seconds === 0 ? null : new Date(now.getTime() + seconds * 1000)
  })

/** Earlier failures no longer count. */
export const forgottenBefore = (now: Date) => new Date(now.getTime() - memoryMs)

/** How long an enrolment of a second factor waits for its first code: somebody who scans it has it at once. */
export const enrolmentMs = 10 * 60_000

/** The networks that a person signs in from: the latest few, each once. */
export const addNetwork = (networks: readonly string[], network: string): string[] =>
  [network, ...networks.filter(each => each !== network)].slice(0, maxNetworks)
const maxNetworks = 10

/** What accounts, users and contacts are found by: e-mails that differ in case alone are the same. */
export const emailKeyOf = (email: string) => email.toLowerCase()
