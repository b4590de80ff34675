import { basename, join } from "node:path"
import { asSystem } from "../../kit/operation/system.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { Upload } from "../../kit/pure/upload.ts"
import { log } from "../../kit/service/log.ts"
import { importAnswer } from "../bank-answers/import.ts"
import { bankStatementProblem } from "../bank-statements/errors.ts"
import { importStatement } from "../bank-statements/import.ts"
import { endMove, explain, type Folder, listFiles, listFolders, listTaken, putAway, readSafely, take, UnsafeFile } from "./folder.ts"
import { isAnswer, isLeft, isQuiet, type Seen } from "./rules.ts"

/** As the API takes them. An answer is read by this thread, so a large one would keep all others waiting. */
const maxBytes = 64 * 1024 * 1024
const maxAnswerBytes = 8 * 1024 * 1024
const name = "import files of banks"

/** What the last look found, by the path of each file. */
let before = new Map<string, Seen>()
/** Files that this process is importing. */
const busy = new Set<string>()
/** Files that this process took and did not put away yet. */
const mine = new Set<string>()

/** Imports what is complete. One file that can't be imported stops no other. */
export async function importFolders(root: string, now: Date): Promise<void> {
  const seen = new Map<string, Seen>()
  for (const folder of await listFolders(root))
    await importFolder(root, folder, { seen, now }).catch((error: unknown) =>
      log.warn({ error, tenant: folder.tenant, account: folder.account }, "a folder with files of a bank can't be read"),
    )
  before = seen
}

type Look = { seen: Map<string, Seen>; now: Date }

async function importFolder(root: string, folder: Folder, { seen, now }: Look) {
  for (const file of await listFiles(folder.path)) {
    const path = join(folder.path, file.name)
    seen.set(path, file)
    if (!isQuiet(file, before.get(path), now.getTime())) continue
    const taken = await take(folder, file.name)
    if (taken !== undefined) await importOne(root, folder, taken, now)
  }
  for (const { path, takenMs } of await listTaken(folder))
    if (mine.has(path) || isLeft(takenMs, now.getTime())) await importOne(root, folder, path, now)
}

/** The same bytes are imported once, so a file whose import was committed before its worker died is only put away. */
async function importOne(root: string, folder: Folder, path: string, now: Date) {
  if (busy.has(path)) return
  busy.add(path)
  mine.add(path)
  try {
    if (await endMove(folder, path)) return void mine.delete(path)
    const reason = await importFile(root, folder, path)
    const as = { name: basename(path), now }
    const kept = await putAway(folder, path, reason === undefined ? "done" : "refused", as)
    mine.delete(path)
    if (reason !== undefined) await explain(folder, kept, `${now.toISOString()}\n${reason}\n`)
    log.info(
      { tenant: folder.tenant, file: kept, reason },
      reason === undefined ? "a file of a bank was imported" : "a file of a bank was refused",
    )
  } catch (error) {
    log.warn({ error, tenant: folder.tenant, file: basename(path) }, "a file of a bank is tried again")
  } finally {
    busy.delete(path)
  }
}

/** Returns why the file is refused, in the words of the API. What may pass, such as a lost database, is thrown. */
async function importFile(root: string, folder: Folder, path: string): Promise<string | undefined> {
  try {
    const file = new Upload(await readSafely(root, folder, path, maxBytes))
    const given = { file, ownAccount: folder.account }
    const isReply = isAnswer(file.bytes)
    if (isReply && file.bytes.length > maxAnswerBytes) throw new UnsafeFile("it is an answer of the bank larger than 8 MiB")
    await asSystem(folder.tenant, name, async ctx => {
      await (isReply ? importAnswer(ctx, given) : importStatement(ctx, { ...given, saveProfile: false }))
    })
    return undefined
  } catch (error) {
    if (error instanceof UnsafeFile) return inWords(bankStatementProblem("BST-1001", { where: "", line: null, reason: error.message }))
    if (error instanceof Problem && error.status < 500 && error.status !== 429) return inWords(error)
    throw error
  }
}

const inWords = ({ code, message }: Problem) => `${code}: ${message}`
