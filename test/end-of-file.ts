const cleanups: (() => Promise<unknown>)[] = []

/** Cleans up after the last test of a file, wherever in the file this is called: `after` would belong to the test or hook around it. */
export function atEndOfFile(cleanup: () => Promise<unknown>) {
  cleanups.push(cleanup)
}

export async function endFile() {
  await Promise.all(cleanups.splice(0).map(cleanup => cleanup()))
}
