import { AsyncLocalStorage } from "node:async_hooks"

const current = new AsyncLocalStorage<Date>()

/** Runs work at a time of a sandbox's clock: it is the `now` of every unit of work of the system within it, however deep. */
export const atTime = <T>(time: Date, work: () => Promise<T>): Promise<T> => current.run(time, work)

/** The time that the running work happens at, while a sandbox's clock is moved; undefined otherwise. */
export const simulatedTime = (): Date | undefined => current.getStore()
