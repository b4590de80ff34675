import { chownSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

/** Whom the server runs as. `undefined` is ourselves. */
export type Owner = { uid: number; gid: number } | undefined

/**
 * PostgreSQL refuses to run as root. Started by root it runs as whoever owns the cluster already, else as the user
 * `postgres`, else as `nobody`, so that no account has to be made.
 */
export function chooseOwner(cluster: string): Owner {
  if (process.getuid?.() !== 0) return undefined
  const existing = statSync(cluster, { throwIfNoEntry: false })
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
  return account("postgres") ?? account("nobody") ?? { uid: 65534, gid: 65534 }
}

/** A cluster that root copied back from a backup belongs to root, and the server could not read it. */
export function giveTo(owner: Owner, path: string) {
  if (!owner) return
  const { uid } = statSync(path)
  if (uid === owner.uid) return
  chownSync(path, owner.uid, owner.gid)
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), owner.uid, owner.gid)
  }
}

function account(name: string): Owner {
  const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, "m").exec(readFileSync("/etc/passwd", "utf8")) ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}
