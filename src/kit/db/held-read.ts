import { AsyncLocalStorage } from "node:async_hooks"

/** Reads in a snapshot that is held. */
export type HeldRead = <Row extends object>(statement: { text: string; values: unknown[] }) => Promise<Row[]>

const held = new AsyncLocalStorage<HeldRead>()

/** Runs work whose reads of tenants all happen in this snapshot, whichever function sends them. */
export const withHeldRead = <T>(read: HeldRead, work: () => T): T => held.run(read, work)

export const heldRead = (): HeldRead | undefined => held.getStore()
