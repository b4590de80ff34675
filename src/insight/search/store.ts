import { query, sql } from "../../kit/db/query.ts"
import type { Context } from "../../kit/operation/context.ts"

export type Match = { type: "contacts" | "partnerships"; id: string; title: string; detail: string; similarity: number }
/** The best matches, and how many there are in all. */
export type Matches = { matches: Match[]; count: number }

/** Low enough to match a short name with one wrong letter. */
const minSimilarity = 0.45

/** Matches a part of the name or e-mail, or a similar word by trigrams. */
export async function searchContacts({ tenant }: Context, text: string, limit: number): Promise<Matches> {
  const rows = await query<Counted>(
    [tenant.id],
    sql`
    select 'contacts' as type, id, title, detail, similarity, count(*) over () as count from (
      select id, trim(concat(profile ->> 'firstName', ' ', profile ->> 'lastName')) as title, email as detail,
        greatest(
          word_similarity(${text}, lower(concat(profile ->> 'firstName', ' ', profile ->> 'lastName'))),
          word_similarity(${text}, email_key)
        ) as similarity,
        concat(email_key, ' ', lower(concat(profile ->> 'firstName', ' ', profile ->> 'lastName'))) as searched
      from contacts where tenant_id = ${tenant.id}
    ) c
    where position(${text} in searched) > 0 or similarity >= ${minSimilarity}
    order by position(${text} in searched) > 0 desc, similarity desc, id desc limit ${limit}::int`,
  )
  return matchesOf(rows)
}

export async function searchPartnerships({ tenant }: Context, text: string, limit: number): Promise<Matches> {
  const rows = await query<Counted>(
    [tenant.id],
    sql`
    select 'partnerships' as type, id, title, detail, similarity, count(*) over () as count from (
      select id, name as title, code as detail,
        greatest(word_similarity(${text}, name_key), word_similarity(${text}, code_key)) as similarity,
        concat(name_key, ' ', code_key, ' ', lower(email)) as searched
      from partnerships where tenant_id = ${tenant.id}
    ) p
    where position(${text} in searched) > 0 or similarity >= ${minSimilarity}
    order by position(${text} in searched) > 0 desc, similarity desc, id desc limit ${limit}::int`,
  )
  return matchesOf(rows)
}

type Counted = Match & { count: number }
const matchesOf = (rows: Counted[]): Matches => ({ matches: rows, count: rows[0]?.count ?? 0 })
