import { chownSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

/** The user that the server runs as; `undefined` is the user of this process. */
export type Owner = { uid: number; gid: number } | undefined

/**
 * PostgreSQL refuses to run as root. If this process is root, the server runs as the owner of the existing cluster, else as
 * the user `postgres`, else as `nobody`, so that no account has to be created.
 */
export function chooseOwner(cluster: string): Owner {
  if (process.getuid?.() !== 0) return undefined
  const existing = statSync(cluster, { throwIfNoEntry: false })
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
  return findAccount("postgres") ?? findAccount("nobody") ?? { uid: 65534, gid: 65534 }
}

/** Needed after root restored the cluster from a backup: its files belong to root, and the server could not read them. */
export function changeOwner(owner: Owner, path: string) {
  if (!owner) return
  const { uid } = statSync(path)
  if (uid === owner.uid) return
  chownSync(path, owner.uid, owner.gid)
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), owner.uid, owner.gid)
  }
}

function findAccount(name: string): Owner {
  const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, "m").exec(readFileSync("/etc/passwd", "utf8")) ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}
