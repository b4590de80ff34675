import { minuteMs } from "../../kit/pure/calendar.ts"

/** How long a person has to answer. */
export const lifetimeMinutes = 10
export const lifetimeMs = lifetimeMinutes * minuteMs

/** Seconds between two questions of a machine. One that asks sooner waits longer from then on. */
export const intervalSeconds = 2
export const addedSeconds = 5
export const maxIntervalSeconds = 60
/** Networks deliver some questions faster than others, so one may come this much too soon. */
export const toleranceMs = 500

/** Days that a key works, unless somebody says otherwise. */
export const defaultDays = 90
export const maxDays = 365

/** No vowels, so that no words come out, and nothing that looks like something else. 8 of them are 25 thousand million codes. */
export const codeLetters = "BCDFGHJKLMNPQRSTVWXZ"
export const codeLength = 8

/** How a code is shown: in two halves, which are easier to compare. */
export const shownCode = (letters: string) => `${letters.slice(0, codeLength / 2)}-${letters.slice(codeLength / 2)}`

const code = new RegExp(`^[${codeLetters}]{${codeLength}}$`)

/** The letters of a code as a person types it; undefined if it can't be one. */
export function lettersOf(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, "")
  return code.test(letters) ? letters : undefined
}

/** The name of the key, by which people find it again. */
export const keyNameOf = (machine: string) => `Command line on ${machine}`
