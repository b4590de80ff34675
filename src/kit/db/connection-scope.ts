/** The scope that each connection of the pools has, as `app.tenants` has it. Whoever changes it past query.ts forgets it here. */
const scopes = new WeakMap<object, string>()

export const scopeOf = (client: object): string | undefined => scopes.get(client)
export const noteScope = (client: object, scope: string) => void scopes.set(client, scope)
/** After an error, or a statement that did not come from query.ts: the next one sets its own scope. */
export const forgetScope = (client: object) => void scopes.delete(client)
