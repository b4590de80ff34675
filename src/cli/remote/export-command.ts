import type { Command } from "commander"
import { rmSync } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { renderTable } from "../table.ts"
import { CommandFault, exitCodes } from "./exit-codes.ts"
import { type FormatOptions, formatOf } from "./output.ts"
import { openSession } from "./session.ts"
import type { Terminal } from "./terminal.ts"
import { type Verified, verifyArchive } from "./verify-archive.ts"

type Options = FormatOptions & { as?: string; check?: true }

/** `export`, beside the command of the operation, which saves the file without looking into it. */
export const addExportCommand = (program: Command, terminal: Terminal): Command =>
  program
    .command("export")
    .description("save everything that the tenant has in one archive, and verify the archive by its manifest")
    .argument("<file>", "the archive to write, such as countersign.tar.gz; a file that exists is not overwritten")
    .option("--check", "only verify an archive that was saved before; nothing is sent")
    .action(async (path: string, options: Options) => {
      await showVerified(path, await (options.check ? verified(path) : save(path, options, terminal)), options, terminal)
    })

/** The service breaks an export off after half an hour. */
const timeoutMs = 35 * 60_000

async function save(path: string, { as }: Options, terminal: Terminal): Promise<Verified> {
  const session = openSession(terminal, as)
  const file = await create(path)
  try {
    const response = await session.fetch("GET /v1/export", {}, { timeoutMs })
    await receive(response, file, terminal)
    return await verified(path)
  } catch (error) {
    rmSync(path) // nobody should take a part for the whole
    throw error
  } finally {
    terminal.showProgress("")
    await file.close()
  }
}

async function create(path: string): Promise<FileHandle> {
  return open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === "EEXIST" ? "exists already, and is not overwritten" : `can't be written: ${error.message}`
    throw new CommandFault(exitCodes.refused, `${path} ${reason}. Nothing was sent.`)
  })
}

async function receive(response: Response, file: FileHandle, terminal: Terminal) {
  let bytes = 0
  try {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      await file.writeFile(chunk)
      bytes += chunk.length
      terminal.showProgress(`${bytes.toLocaleString("en")} bytes`)
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFault(exitCodes.unreachable, `The export broke off after ${bytes.toLocaleString("en")} bytes: ${reason}. Try again.`)
  }
}

const verified = (path: string): Promise<Verified> =>
  verifyArchive(path).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFault(exitCodes.refused, `${path} is not a whole export: ${reason}.`)
  })

async function showVerified(path: string, facts: Verified, options: Options, terminal: Terminal) {
  const result = { file: path, ...facts, verified: true }
  if (formatOf(options, terminal) === "json") return terminal.print(`${JSON.stringify(result, null, 2)}\n`)
  const cells = [path, facts.snapshotAt, String(facts.files), String(facts.rows)]
  await terminal.print(renderTable(["file", "as of", "files", "rows"], [cells]))
  terminal.note("Verified: the manifest names every file, and each has the SHA-256 and the number of rows that it says.")
}
