import { existsSync, readFileSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { makeDirectory } from "../../embedded/make-directory.ts"
import { writeWhole } from "../../embedded/write-whole.ts"
import { CommandFault, exitCodes } from "./exit-codes.ts"
import type { Terminal } from "./terminal.ts"

/** A key is only ever sent to the address that it is stored with. */
export type Profile = { url: string; apiKey: string; tenant: string }
type Profiles = { current: string | null; profiles: Record<string, Profile> }

export const profilesPath = ({ env }: Pick<Terminal, "env">) =>
  join(env["XDG_CONFIG_HOME"] || join(env["HOME"] || homedir(), ".config"), "countersign", "profiles.json")

export function readProfiles(terminal: Pick<Terminal, "env">): Profiles {
  const path = profilesPath(terminal)
  if (!existsSync(path)) return { current: null, profiles: {} }
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Profiles
  } catch (error) {
    throw unusable(path, "read", error)
  }
}

/** The file has keys, so only its owner can read it. */
export function writeProfiles(terminal: Pick<Terminal, "env">, profiles: Profiles) {
  const path = profilesPath(terminal)
  try {
    makeDirectory(dirname(path))
    writeWhole(path, `${JSON.stringify(profiles, null, 2)}\n`)
  } catch (error) {
    throw unusable(path, "written", error)
  }
}

function unusable(path: string, verb: string, error: unknown) {
  const reason = error instanceof Error ? error.message : String(error)
  const advice = "Mend or delete it, or set COUNTERSIGN_API_KEY and COUNTERSIGN_URL."
  return new CommandFault(exitCodes.refused, `${path} can't be ${verb}: ${reason}. ${advice}`)
}
