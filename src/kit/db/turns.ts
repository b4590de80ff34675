/** If a batch takes longer than this, for example because it waits for a row, another one starts beside it. */
const slowMs = 50
const maxConcurrent = 2

type Work = {
  /** How many items wait. */
  waiting(): number
  /** If so many items wait, a batch starts at once. */
  full: number
  /** Takes items that wait, and deals with them. Never rejects. */
  run(): Promise<void>
}

/**
 * Runs batches one after the other: while one runs, waiting items collect for the next. Two at once would both be smaller, and a database
 * works longer for two small batches than for a large one. So a second batch starts only if the first is slow. Returns the function to
 * call when an item arrives.
 */
export function inTurns({ waiting, full, run }: Work): () => void {
  let running = 0
  let quick = 0
  let scheduled = false

  async function runOne() {
    running++
    quick++
    let isQuick = true
    const endQuick = () => {
      if (isQuick) quick--
      isQuick = false
    }
    const slow = setTimeout(() => {
      endQuick()
      start()
    }, slowMs)
    await run()
    clearTimeout(slow)
    endQuick()
    running--
    start()
  }

  function start() {
    scheduled = false
    while (waiting() > 0 && running < maxConcurrent && (quick === 0 || waiting() >= full)) void runOne()
  }

  return () => {
    if (!scheduled) setImmediate(start) // items of the same turn of the event loop share a batch
    scheduled = true
  }
}
