import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { addRemoteCommands, createProgram, runProgram } from "../src/cli/remote/program.ts"
import type { Terminal } from "../src/cli/remote/terminal.ts"

type Outcome = { code: number; out: string; notes: string }
type Settings = Partial<Pick<Terminal, "isTerminal" | "width" | "canAsk" | "wait" | "openBrowser">> & {
  input?: string
  answers?: string[]
  onNote?(line: string): void
}

/** A user with a folder for settings, who runs commands in this process. */
export function commandLineUser(env: Record<string, string> = {}) {
  const home = mkdtempSync(join(tmpdir(), "command-line-"))
  after(() => rmSync(home, { recursive: true }))
  const settings = { XDG_CONFIG_HOME: home, DATA_DIR: join(home, "none"), ...env }
  const run = async (args: string[], given: Settings = {}): Promise<Outcome> => {
    const { isTerminal = false, width = 140, input = "", answers = [], onNote, ...world } = given
    const [out, notes]: string[][] = [[], []]
    const terminal: Terminal = {
      env: settings,
      isTerminal,
      canAsk: answers.length > 0,
      width,
      print: async text => void out!.push(typeof text === "string" ? text : new TextDecoder().decode(text)),
      note: line => {
        notes!.push(line)
        onNote?.(line)
      },
      showProgress() {},
      readInput: async () => input,
      ask: async () => answers.shift()!,
      wait: ms => wait(ms),
      openBrowser: () => false,
      ...world,
    }
    const program = createProgram(terminal)
    addRemoteCommands(program, terminal)
    const code = await runProgram(program, args, terminal)
    return { code, out: out!.join(""), notes: notes!.join("\n") }
  }
  return { home, run }
}
