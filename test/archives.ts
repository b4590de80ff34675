import { Readable } from "node:stream"
import { gunzipSync, gzipSync } from "node:zlib"
import type { Manifest } from "../src/insight/export/manifest.ts"
import { readTar, tarEnd, tarFile } from "../src/kit/pure/tar.ts"
import type { Any } from "./harness.ts"

type Files = Map<string, Buffer>

/** The files of an archive, in their order. */
export async function filesIn(archive: Buffer): Promise<Files> {
  const files: Files = new Map()
  for await (const { name, content } of readTar(Readable.from([gunzipSync(archive)]))) files.set(name, content)
  return files
}

/** An archive of these files, whatever they say. */
export const archiveOf = (files: Files): Buffer =>
  gzipSync(Buffer.concat([...[...files].map(([name, content]) => tarFile({ name, content }, new Date(0))), tarEnd]))

export const manifestOf = (files: Files): Manifest => JSON.parse(files.get("manifest.json")!.toString()) as Manifest

/** The rows of a resource, from all of its files. */
export const rowsIn = (files: Files, name: string): Any[] =>
  [...files]
    .filter(([file]) => new RegExp(`^${name}(-\\d+)?\\.jsonl$`).test(file))
    .flatMap(([, content]) => content.toString().split("\n").slice(0, -1))
    .map(line => JSON.parse(line) as Any)
