import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, statSync } from "node:fs"

/** A pid comes back for another program sooner or later; with the moment of its start it is one process for ever. */
export function startOf(pid: number): string | undefined {
  try {
    if (process.platform !== "linux")
      return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The name in parentheses may hold spaces, so fields are counted behind it. The 22nd is the start, the 3rd the state.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    if (fields[0] === "Z" || fields[0] === "X") return undefined
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${fields[19]}`
  } catch {
    return undefined
  }
}

export const isAlive = (pid: number) => startOf(pid) !== undefined

/**
 * The processes that work in this directory. All of PostgreSQL's do, so after a kill this finds the ones that still hold
 * its files, and it is not fooled by a postmaster.pid whose number now belongs to somebody else.
 */
export function processesIn(directory: string): number[] {
  const { dev, ino } = statSync(directory)
  return readdirSync("/proc")
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        const cwd = statSync(`/proc/${pid}/cwd`)
        return cwd.dev === dev && cwd.ino === ino && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres")
      } catch {
        return false // it ended while we looked, or belongs to a user whose processes we may not see
      }
    })
}
