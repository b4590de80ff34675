// Reads one file of a bank, as a thread of its own. See read-file.ts.
import { parentPort, workerData } from "node:worker_threads"
import { UnreadableFile } from "../../kit/pure/xml.ts"
import type { Answer } from "./read-file.ts"
import { type Reading, readStatement } from "./readers/read.ts"

function answer(): Answer {
  const { bytes, reading } = workerData as { bytes: Uint8Array; reading: Reading }
  try {
    return { result: readStatement(bytes, reading) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { refusal: { line: error.line, reason: error.message } }
    return { failure: String(error) }
  }
}

parentPort?.postMessage(answer())
