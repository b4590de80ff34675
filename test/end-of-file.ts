import { after } from "node:test"

const cleanups: (() => Promise<unknown>)[] = []

after(() => Promise.all(cleanups.map(cleanup => cleanup())))

/** Cleans up after the last test of a file, wherever in the file this is called: `after` would belong to the test or hook around it. */
export function atEndOfFile(cleanup: () => Promise<unknown>) {
  cleanups.push(cleanup)
}
