import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, statSync } from "node:fs"

/** Returns when the process started, or undefined if it does not run. Pids are reused, so only pid and start time identify a process. */
export function processStartTime(pid: number): string | undefined {
  try {
    if (process.platform !== "linux")
      return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The name in parentheses may contain spaces, so fields are counted after it. The 22nd is the start time, the 3rd the state.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    if (fields[0] === "Z" || fields[0] === "X") return undefined
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${fields[19]}`
  } catch {
    return undefined
  }
}

export const isAlive = (pid: number) => processStartTime(pid) !== undefined

/**
 * Returns the PostgreSQL processes whose working directory is this one. After a kill it finds those that still have the
 * files open, and it is correct even if the pid in postmaster.pid now belongs to another program.
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
        return false // it ended meanwhile, or belongs to a user whose processes we may not inspect
      }
    })
}
