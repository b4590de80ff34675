import { ask, everyone, type Scope, statement } from "./db.ts"
import { byHalves, merge } from "./merge.ts"

/**
 * Many askers, one question. Written once as SQL over `asked`, whose column `n` comes back with each row:
 *   select n, … from jsonb_to_recordset($1) as asked(n int, tenant_id text, …)
 *   cross join lateral (select … where tenant_id = asked.tenant_id and … limit 1) found
 * The lateral with its limit has one plan, a look-up by index for each asker. A plain join had another one while the table
 * was still empty, kept it, and grew slower with every row until the next analyze.
 * A question has its own snapshot: it sees all that was committed before it was asked.
 */
export const question = <Asked extends { tenant_id: string }, Row extends object>(text: string) =>
  merged<Asked, Row, Row | undefined>(text, tenantsOf, theFirst)

/** The same where the answer is any number of rows: its lateral has no limit. */
export const questionOfMany = <Asked extends { tenant_id: string }, Row extends object>(text: string) =>
  merged<Asked, Row, Row[]>(text, tenantsOf, rows => rows)

/** A question asked before the tenant is known: who is calling, and with which key. */
export const openQuestion = <Asked extends object, Row extends object, Answer>(text: string, answerOf: (row: Row) => Answer) =>
  merged<Asked, Row, Answer | undefined>(
    text,
    () => everyone,
    ([row]) => row && answerOf(row),
  )

const tenantsOf = (batch: { tenant_id: string }[]) => new Set(batch.map(asked => asked.tenant_id))
const theFirst = <Row>(rows: Row[]): Row | undefined => rows[0]

/** Those who ask the same get the same rows, which nobody changes: a change is a new row. */
function merged<Asked extends object, Row extends object, Answer>(
  text: string,
  scopeOf: (batch: Asked[]) => Scope,
  answerOf: (rows: Row[]) => Answer,
) {
  const prepared = statement(text)
  const answersTo = async (batch: Asked[]): Promise<Answer[]> => {
    const places = new Map<string, number>()
    const placeOf = (asked: string) => places.get(asked) ?? (places.set(asked, places.size), places.size - 1)
    const asked = batch.map(one => placeOf(JSON.stringify(one)))
    const values = [`[${[...places].map(([one, n]) => `{"n":${n},${one.slice(1)}`).join()}]`]
    const rows = await ask<Row & { n: number }>(scopeOf(batch), { ...prepared, values })
    const answers: Row[][] = Array.from({ length: places.size }, () => [])
    for (const row of rows) answers[row.n]!.push(row)
    const made = answers.map(answerOf)
    return asked.map(n => made[n]!)
  }
  return merge<Asked, Answer>(batch => byHalves(batch, answersTo))
}
