import pg from "pg"

/**
 * PostgreSQL refuses to run a prepared statement that returns whole rows of a table once a later version has added a column to the table.
 * It refuses before it does anything.
 */
export const isStalePlan = (error: unknown): boolean => error instanceof pg.DatabaseError && error.routine === "RevalidateCachedQuery"

/** pg's types do not have the names of the statements that it has prepared. */
type WithStatements = { connection: { parsedStatements: Record<string, string> } }

/** The connection prepares its statements again. Nothing else may be under way on it. */
export async function forgetPlans(client: pg.ClientBase): Promise<void> {
  await client.query("deallocate all")
  ;(client as unknown as WithStatements).connection.parsedStatements = {}
}
