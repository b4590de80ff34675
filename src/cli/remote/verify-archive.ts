import { createReadStream } from "node:fs"
import { pipeline } from "node:stream"
import { createGunzip } from "node:zlib"
import { factsOf, type Manifest, manifestName } from "../../insight/export/manifest.ts"
import { readTar } from "../../kit/pure/tar.ts"

export type Verified = { files: number; rows: number; snapshotAt: string; tenant: string }

/** Reads an archive of everything and compares it with its manifest. Throws a sentence that says what differs. */
export async function verifyArchive(path: string): Promise<Verified> {
  const unzipped = pipeline(createReadStream(path), createGunzip(), () => {}) // whoever reads it gets the error
  const found = new Map<string, Manifest["files"][number]>()
  let manifest: Manifest | undefined
  for await (const { name, content } of readTar(unzipped as AsyncIterable<Buffer>)) {
    if (manifest) throw new Error(`${name} follows the manifest`)
    if (name === manifestName) manifest = JSON.parse(content.toString()) as Manifest
    else if (found.has(name)) throw new Error(`${name} is in it twice`)
    else found.set(name, factsOf(name, name.endsWith(".jsonl") ? linesIn(content) : 0, content))
  }
  if (!manifest) throw new Error("it has no manifest")
  for (const { name, rows, bytes, sha256 } of manifest.files) {
    const file = found.get(name)
    if (!file) throw new Error(`${name} is missing`)
    if (file.bytes !== bytes || file.sha256 !== sha256) throw new Error(`${name} is not what was exported`)
    if (name.endsWith(".jsonl") && file.rows !== rows) throw new Error(`${name} has ${file.rows} rows instead of ${rows}`)
    found.delete(name)
  }
  for (const name of found.keys()) throw new Error(`${name} is not in the manifest`)
  const { files, snapshotAt, tenant } = manifest
  const rows = files.filter(({ name }) => name.endsWith(".jsonl")).reduce((sum, file) => sum + file.rows, 0)
  return { files: files.length, rows, snapshotAt, tenant }
}

const linesIn = (content: Buffer) => content.reduce((lines, byte) => lines + Number(byte === 0x0a), 0)
