/** The events of an object are numbered by its version; its deletion comes after its last change. */
export const sequenceOf = (event: string, { version = 1 }: { version?: number }) => version + (event.endsWith(".delete") ? 1 : 0)
