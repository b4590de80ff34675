import { constants } from "node:fs"
import { link, lstat, mkdir, open, readdir, realpath, rename, unlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { isFinishedName, otherName, type Seen } from "./rules.ts"

/** A folder for the files of one own account: `<BANK_FILES_DIR>/<tenant>/<own account>`. */
export type Folder = { tenant: string; account: string; path: string }

const idName = /^[0-9a-f]{24}$/

/** The folders of own accounts. A link to a folder elsewhere is not followed. */
export async function listFolders(root: string): Promise<Folder[]> {
  const folders: Folder[] = []
  for (const tenant of await foldersIn(root))
    for (const account of await foldersIn(join(root, tenant))) folders.push({ tenant, account, path: join(root, tenant, account) })
  return folders
}

const foldersIn = async (path: string): Promise<string[]> =>
  (await readdir(path, { withFileTypes: true })).filter(each => each.isDirectory() && idName.test(each.name)).map(({ name }) => name)

/** Files in a folder that may be complete, with what tells whether they still change. Links are listed, to be refused. */
export async function listFiles(path: string): Promise<({ name: string } & Seen)[]> {
  const entries = (await readdir(path, { withFileTypes: true })).filter(each => !each.isDirectory() && isFinishedName(each.name))
  const files = await Promise.all(
    entries.map(async ({ name }) => {
      const found = await lstat(join(path, name)).catch(ignoreMissing)
      return found && { name, size: found.size, mtimeMs: found.mtimeMs }
    }),
  )
  return files.filter(file => file !== undefined).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Takes a file for this process: of two workers that rename it one finds it gone. Returns its new path. */
export async function take(folder: Folder, name: string): Promise<string | undefined> {
  const taken = join(await ownFolder(folder, "working"), name)
  if (await lstat(taken).catch(ignoreMissing)) return undefined // one of that name is put away first
  try {
    await rename(join(folder.path, name), taken)
    return taken
  } catch (error) {
    return ignoreMissing(error)
  }
}

/** A folder beside the files, never a link to one elsewhere. */
async function ownFolder({ path }: Folder, name: "working" | "done" | "refused"): Promise<string> {
  const own = join(path, name)
  await mkdir(own, { recursive: true })
  if (!(await lstat(own)).isDirectory()) throw new UnsafeFile(`${own} is a link, and must be a directory`)
  return own
}

/** Files that a worker took and did not put away yet, with when it took them: it may be at work, have died, or lack the database. */
export async function listTaken({ path }: Folder): Promise<{ path: string; takenMs: number }[]> {
  const working = join(path, "working")
  const found = await lstat(working).catch(ignoreMissing)
  if (!found) return []
  if (!found.isDirectory()) throw new UnsafeFile(`${working} is a link, and must be a directory`)
  const taken = await Promise.all(
    (await readdir(working)).map(async name => {
      const file = await lstat(join(working, name)).catch(ignoreMissing) // a rename changes it, but not the time of the last write
      return file && { path: join(working, name), takenMs: file.ctimeMs }
    }),
  )
  return taken.filter(each => each !== undefined)
}

export class UnsafeFile extends Error {}

/** Reads a file of a folder, and nothing else: no link, no device, no other name of a file outside, no more than `maxBytes`. */
export async function readSafely(root: string, folder: Folder, path: string, maxBytes: number): Promise<Buffer> {
  // Not a refusal: a refused file is moved, and this one may be another tenant's.
  if ((await realpath(dirname(path))) !== join(await realpath(root), folder.tenant, folder.account, "working"))
    throw new Error("its folder is a link to another one")
  if (!(await lstat(path)).isFile()) throw new UnsafeFile("it is a link or a device, and only files are read")
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    const { size, nlink } = await file.stat()
    if (nlink > 1) throw new UnsafeFile("it has another name elsewhere (a hard link), so it may be a file outside of this directory")
    if (size > maxBytes) throw new UnsafeFile(`it is larger than ${maxBytes / 1024 / 1024} MiB`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** Puts a file away, under another name where that one is taken: nothing is ever overwritten. Returns its name. */
export async function putAway(
  folder: Folder,
  path: string,
  to: "done" | "refused",
  { name, now }: { name: string; now: Date },
): Promise<string> {
  const own = await ownFolder(folder, to)
  for (let attempt = 0; ; attempt++) {
    const free = attempt === 0 ? name : otherName(name, now, attempt)
    if (await moveTo(path, join(own, free))) return free
  }
}

/** Ends what a crash has left half done: a file that has its second name in done or refused loses the one in working. */
export async function endMove({ path }: Folder, taken: string): Promise<boolean> {
  const file = await lstat(taken)
  if (file.nlink < 2) return false
  for (const to of ["done", "refused"])
    for (const name of (await readdir(join(path, to)).catch(ignoreMissing)) ?? []) {
      const other = await lstat(join(path, to, name))
      if (other.ino !== file.ino || other.dev !== file.dev) continue
      await unlink(taken)
      return true
    }
  return false
}

/** A rename would replace a file of that name. A second name is refused where it exists; a link has no second name that is its own. */
async function moveTo(path: string, target: string): Promise<boolean> {
  if (await lstat(target).catch(ignoreMissing)) return false
  if (!(await lstat(path)).isFile()) {
    await rename(path, target)
    return true
  }
  try {
    await link(path, target)
  } catch (error) {
    if (isCode(error, "EEXIST")) return false
    await rename(path, target) // this file system has no second names
    return true
  }
  await unlink(path)
  return true
}

/** Says beside a refused file why. */
export const explain = (folder: Folder, name: string, text: string) =>
  writeFile(join(folder.path, "refused", `${name}.txt`), text, { flag: "wx" }).catch(error => {
    if (!isCode(error, "EEXIST")) throw error
  })

const isCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code

function ignoreMissing(error: unknown): undefined {
  if (!isCode(error, "ENOENT")) throw error
}
