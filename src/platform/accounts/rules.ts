import { dayMs } from "../../kit/pure/calendar.ts"

/**
 * How many failures in a row are allowed before sign-in is refused. A person may mistype a password a few times, and nobody guesses one in
 * this many tries. A network has a higher limit, because several people may mistype theirs.
 */
export const freeFailures = { email: 10, network: 100 } as const
const firstLockSeconds = 30
/** The longest lock. It allows 96 guesses a day, and it is the longest wait for a person whom somebody else locked out. */
const maxLockSeconds = 15 * 60
/** After this long without an attempt the failures are forgotten. */
const memoryMs = dayMs

/** How long sign-in is refused after that many failures in a row: nothing at first, then twice as long each time. */
export function lockSeconds(failures: number, free: number): number {
  if (failures < free) return 0
  return Math.min(maxLockSeconds, firstLockSeconds * 2 ** (failures - free))
}

/** Until when sign-in is refused, by the number of failures, starting at 1. The last entry also applies to more failures. */
export const lockTimes = (now: Date, free: number): (Date | null)[] =>
  Array.from({ length: free + 6 }, (_, i) => {
    const seconds = lockSeconds(i + 1, free)
    return seconds === 0 ? null : new Date(now.getTime() + seconds * 1000)
  })

/** Earlier failures no longer count. */
export const forgottenBefore = (now: Date) => new Date(now.getTime() - memoryMs)

/** How long an enrolment of a second factor waits for its first code. A person who scans the secret has a code at once. */
export const enrolmentMs = 10 * 60_000

/** The networks that a person signs in from: the latest few, each once. */
export const addNetwork = (networks: readonly string[], network: string): string[] =>
  [network, ...networks.filter(each => each !== network)].slice(0, maxNetworks)
const maxNetworks = 10

/** The key of accounts, users and contacts: e-mails that differ only in case are the same. */
export const emailKeyOf = (email: string) => email.toLowerCase()
