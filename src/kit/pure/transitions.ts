/** The check that a store makes before it saves a status: `canFollow` lists the statuses that may follow each one. */
export function transitions<Status extends string>(noun: string, canFollow: Record<Status, readonly Status[]>) {
  return (from: Status, to: Status) => {
    if (from !== to && !canFollow[from].includes(to)) throw new Error(`${noun} can't change from ${from} to ${to}`)
  }
}
