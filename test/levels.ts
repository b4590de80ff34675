/** How much is tried. `npm test` is short, so that it is run often; CI is full, and long finds what is rare. */
const levels = ["short", "full", "long"] as const
const level = levels.find(each => each === (process.env["FAULTS"] ?? "short"))
if (level === undefined) throw new Error(`FAULTS must be one of ${levels.join(", ")}`)
export const [isShort, isLong] = [level === "short", level === "long"]

/** Rounds of tests that kill servers, race or try random steps: a quarter of them in a short run, ten times as many in a long one. */
export const faultRounds = (full: number) => (isLong ? full * 10 : isShort ? Math.ceil(full / 4) : full)

/** All of many similar cases; in a short run every fourth, beginning at the offset. */
export const sampled = <T>(all: Iterable<T>, offset = 0) => [...all].filter((_, i) => !isShort || (i + offset) % 4 === 0)

/** What a short run says of such a test. */
export const leftOut = "left to full runs"
/**
 * The options of a test that asks what another one asks too, of something else, such as a kill during a refund beside one during a charge,
 * and takes long. A short run names it and leaves it out.
 */
export const inFullRuns = { skip: isShort && leftOut }

/** How many calls of a race are made at once. */
export const raceSize = isLong ? 100 : 40
