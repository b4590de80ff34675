import { parentPort } from "node:worker_threads"
import { drawPdf } from "./draw.ts"
import type { Sheet } from "./sheet.ts"

/** The thread that draws: it answers each sheet with the bytes of its PDF, or with what went wrong. */
export type Drawn = { bytes: Uint8Array } | { error: string }

parentPort?.on("message", (sheet: Sheet) => {
  drawPdf(sheet).then(
    bytes => parentPort?.postMessage({ bytes } satisfies Drawn),
    (error: unknown) =>
      parentPort?.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Drawn),
  )
})
