import type { Context } from "../kit/context.ts"
import { ask, sql } from "../kit/db.ts"

export type Found = { type: "contacts" | "partnerships"; id: string; title: string; detail: string; closeness: number }

/** How near a word must be: a letter wrong in a short name still counts. */
const nearEnough = 0.45

/** By a part of the text, or by what looks like it: the trigrams that both share. */
export function searchContacts({ tenant }: Context, text: string, limit: number): Promise<Found[]> {
  return ask<Found>(
    [tenant.id],
    sql`
    select 'contacts' as type, id, title, detail, closeness from (
      select id, trim(concat(profile ->> 'firstName', ' ', profile ->> 'lastName')) as title, email as detail,
        greatest(
          word_similarity(${text}, lower(concat(profile ->> 'firstName', ' ', profile ->> 'lastName'))),
          word_similarity(${text}, email_key)
        ) as closeness,
        concat(email_key, ' ', lower(concat(profile ->> 'firstName', ' ', profile ->> 'lastName'))) as haystack
      from contacts where tenant_id = ${tenant.id}
    ) c
    where position(${text} in haystack) > 0 or closeness >= ${nearEnough}
    order by position(${text} in haystack) > 0 desc, closeness desc, id desc limit ${limit}::int`,
  )
}

export function searchPartnerships({ tenant }: Context, text: string, limit: number): Promise<Found[]> {
  return ask<Found>(
    [tenant.id],
    sql`
    select 'partnerships' as type, id, title, detail, closeness from (
      select id, name as title, code as detail, greatest(word_similarity(${text}, name_key), word_similarity(${text}, code_key)) as closeness,
        concat(name_key, ' ', code_key, ' ', lower(email)) as haystack
      from partnerships where tenant_id = ${tenant.id}
    ) p
    where position(${text} in haystack) > 0 or closeness >= ${nearEnough}
    order by position(${text} in haystack) > 0 desc, closeness desc, id desc limit ${limit}::int`,
  )
}
