import { writeStatement, type Write } from "../../kit/db/statements.ts"
import type { ClaimedDelivery } from "./claim-store.ts"
import type { StoredAttempt } from "./delivery-store.ts"

type Result = { attempt: StoredAttempt; answer: string | null; at: Date }

/** Moves a delivery from the small table to the history. */
export const finishDelivery = (
  { tenant_id, id }: ClaimedDelivery,
  status: "delivered" | "abandoned" | "canceled",
  { attempt, answer, at }: Result,
): Write => ({
  statement: finishes,
  row: { tenant_id, id, n: attempt.n, attempt, answer, at, status },
})

/** Ends the lease of a delivery and sets when it is due again. */
export const postponeDelivery = ({ tenant_id, id }: ClaimedDelivery, { attempt, answer, at }: Result): Write => ({
  statement: postponements,
  row: { tenant_id, id, n: attempt.n, attempt, answer, at },
})

// In both statements the number of attempts must match, so that a process whose lease has expired does not count an attempt twice.

const finishes = writeStatement(
  `with gone as (
     delete from deliveries d
     using jsonb_to_recordset($1) as r(tenant_id text, id text, n int, attempt jsonb, answer text, at timestamptz, status text)
     where d.tenant_id = r.tenant_id and d.id = r.id and jsonb_array_length(d.attempts) = r.n - 1
     returning d.*, r.attempt, r.answer as last_answer, r.at, r.status as ended
   )
   insert into delivery_history (tenant_id, id, endpoint_id, event_id, event, status, attempts, answer, next_at, created_at, finished_at)
   select tenant_id, id, endpoint_id, event_id, event, ended, attempts || attempt, last_answer, next_at, created_at, at
   from gone`,
  { first: true },
)

const postponements = writeStatement(
  `update deliveries d set attempts = d.attempts || r.attempt, answer = r.answer, next_at = r.at, leased_until = null
   from jsonb_to_recordset($1) as r(tenant_id text, id text, n int, attempt jsonb, answer text, at timestamptz)
   where d.tenant_id = r.tenant_id and d.id = r.id and jsonb_array_length(d.attempts) = r.n - 1`,
)
