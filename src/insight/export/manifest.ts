import { hash } from "node:crypto"

/** What the manifest says about a file. */
type FileFacts = { name: string; rows: number; bytes: number; sha256: string }

export const factsOf = (name: string, rows: number, content: Buffer): FileFacts => ({
  name,
  rows,
  bytes: content.length,
  sha256: hash("sha256", content, "hex"),
})

/** The last file of the archive. An archive without it is not whole. */
export const manifestName = "manifest.json"
export type Manifest = {
  format: "countersign-export"
  formatVersion: 1
  service: string
  tenant: string
  mode: "sandbox" | "live"
  /** Every file shows the state of this moment. */
  snapshotAt: string
  files: FileFacts[]
  /** The lists that are not in it, and why. */
  leftOut: Readonly<Record<string, string>>
}
