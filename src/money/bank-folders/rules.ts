/** Other programs write under such a name, and rename the file when it is complete. */
const unfinished = /^\.|~$|\.(tmp|part|partial|filepart|crdownload|swp|lock)$/i

export const isFinishedName = (name: string): boolean => !unfinished.test(name)

/** A file that nobody has written to for this long is complete. */
export const quietMs = 10_000

export type Seen = { size: number; mtimeMs: number }

/** A file is taken once two looks have found it alike, and its last write is a while ago. A clock that is wrong only delays it. */
export const isQuiet = (now: Seen, before: Seen | undefined, nowMs: number): boolean =>
  before !== undefined && before.size === now.size && before.mtimeMs === now.mtimeMs && Math.abs(nowMs - now.mtimeMs) >= quietMs

/** A worker that took a file this long ago has died: an import takes less, and would otherwise be made by each process. */
export const leftMs = 120_000

export const isLeft = (takenMs: number, nowMs: number): boolean => Math.abs(nowMs - takenMs) >= leftMs

/** All else is a statement, or is refused as none. */
export { isAnswer } from "../bank-statements/readers/read.ts"

/** The name under which a file is put away, where that name is taken already. */
export const otherName = (name: string, now: Date, attempt: number): string =>
  `${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}-${attempt}-${name}`
