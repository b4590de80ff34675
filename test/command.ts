import { spawn } from "node:child_process"
import { once } from "node:events"
import { type Any, inheritedEnv } from "./harness.ts"
import { programPath } from "./programs.ts"

/** Runs a command of the command line with only these settings, and waits for its end. */
export async function runCommand(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [programPath("cli"), ...args], {
    env: { ...inheritedEnv(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let [stdout, stderr] = ["", ""]
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
  const [code] = await once(child, "close")
  const result: Any = stdout.startsWith("{") ? JSON.parse(stdout) : undefined
  return { code: code as number | null, stdout, stderr, result }
}
