import { Worker } from "node:worker_threads"
import { UnreadableFile } from "../../kit/pure/xml.ts"
import type { Upload } from "../../kit/pure/upload.ts"
import { type Reading, readStatement } from "./readers/read.ts"

type Result = ReturnType<typeof readStatement>
/** What the thread answers. */
export type Answer = { result: Result } | { refusal: { line: number | null; reason: string } } | { failure: string }

/** Below this a file is read in a few hundredths of a second, which is less than a thread takes to start. */
const maxBytesHere = 128 * 1024

/** The results are kept, so that a unit of work does not read its file again after a conflict. */
const results = new WeakMap<Upload, Promise<Result>>()

/** Reads a file of the bank. A large one is read by another thread, so that other requests do not wait for it. */
export function readFile(file: Upload, reading: Reading): Promise<Result> {
  const known = results.get(file)
  if (known) return known
  const result = file.bytes.length <= maxBytesHere ? readHere(file, reading) : readInThread(file.bytes, reading)
  results.set(file, result)
  return result
}

const readHere = async ({ bytes }: Upload, reading: Reading): Promise<Result> => readStatement(bytes, reading)

async function readInThread(bytes: Buffer, reading: Reading): Promise<Result> {
  const worker = new Worker(new URL("read-thread.ts", import.meta.url), {
    workerData: { bytes, reading },
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  worker.once("message", resolve)
  worker.once("error", reject)
  worker.once("exit", () => reject(new Error("the thread that reads a statement ended without an answer")))
  try {
    const answer = await promise
    if ("result" in answer) return answer.result
    if ("refusal" in answer) throw new UnreadableFile(answer.refusal.line, answer.refusal.reason)
    throw new Error(answer.failure)
  } catch (error) {
    throw isOutOfMemory(error) ? new UnreadableFile(null, "it needs more than 1 GiB of memory; import it in parts") : error
  } finally {
    await worker.terminate()
  }
}

const isOutOfMemory = (error: unknown) => error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
