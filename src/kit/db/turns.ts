/** Another piece of work starts beside one that takes longer than this, such as one that waits for a row. */
const slowMs = 50
const maxConcurrent = 2

type Work = {
  /** How many items wait. */
  waiting(): number
  /** With so many of them, work does not wait for its turn. */
  full: number
  /** Takes items that wait, and deals with them. Never rejects. */
  run(): Promise<void>
}

/**
 * Work that takes all that waits, in turns: while one piece of it runs, the next one grows. Two at once would both be smaller, and a
 * database works longer for two small batches than for a large one. So a second one starts only if the first is slow. Returns the
 * function to call when an item has come.
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
