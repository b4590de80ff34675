/** How many rounds tests run. `npm test` is short, so that people run it often; CI runs full, and long finds rare failures. */
const levels = ["short", "full", "long"] as const
const level = levels.find(each => each === (process.env["FAULTS"] ?? "short"))
if (level === undefined) throw new Error(`FAULTS must be one of ${levels.join(", ")}`)
export const [isShort, isLong] = [level === "short", level === "long"]

/** Rounds of tests that kill servers, race or try random steps: an eighth in a short run, ten times as many in a long one. */
export const faultRounds = (full: number) => (isLong ? full * 10 : isShort ? Math.ceil(full / 8) : full)

/** How many calls of a race are made at once. */
export const raceSize = isLong ? 100 : 40
