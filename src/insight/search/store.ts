import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import type { SearchType } from "./schema.ts"

type Match = { type: SearchType; id: string; title: string; detail: string }
/** The best matches, and how many there are in all. */
type Matches = { matches: Match[]; count: number }

/** Low enough to match a short name with one wrong letter. */
const minSimilarity = 0.45

/**
 * Whole words first, then beginnings of words, then other parts, then similar words, the newest first among equals. Similarity is the
 * share of trigrams in common. Computing it costs ten times as much as comparing their bits, so it is computed only where enough bits are
 * in common. The domain of an e-mail does not count: all addresses at gmail.com would be similar.
 */
export async function searchEntries({ tenant }: Context, types: readonly SearchType[], text: string, limit: number): Promise<Matches> {
  const rows = await query<Match & { count: number }>(
    [tenant.id],
    sql`
    with wanted as (
      select key, word, bits,
        case when trigrams > 0 then ceil(${minSimilarity}::real * trigrams) - (trigrams - bit_count(bits)) end as min_bits
      from trim(search_key(${text.toLowerCase()})) as key, coalesce(nullif(split_part(key, '@', 1), ''), key) as word,
        trigram_bits(word) as bits, cardinality(show_trgm(word)) as trigrams
    ), found as (
      select kind, object_id, rank, count(*) over () as count from (
        select kind, object_id, case
          when position(' ' || key || ' ' in text) > 0 then 4
          when position(' ' || key in text) > 0 then 3
          when position(key in text) > 0 then 2
          else word_similarity(word, text)
        end as rank
        from wanted, search_entries
        where key <> '' and tenant_id = ${tenant.id} and kind = any(${types}::text[])
          and (position(key in text) > 0 or bit_count(trigrams & bits) >= min_bits)
        offset 0
      ) ranked
      where rank >= ${minSimilarity} order by rank desc, object_id desc limit ${limit}::int
    )
    select f.kind as type, f.object_id as id, f.count,
      coalesce(p.name, trim(concat(c.profile ->> 'firstName', ' ', c.profile ->> 'lastName'))) as title, coalesce(p.code, c.email) as detail
    from found f
    left join lateral (select * from contacts where f.kind = 'contacts' and tenant_id = ${tenant.id} and id = f.object_id limit 1) c on true
    left join lateral (
      select * from partnerships where f.kind = 'partnerships' and tenant_id = ${tenant.id} and id = f.object_id limit 1
    ) p on true
    order by f.rank desc, f.object_id desc`,
  )
  return { matches: rows, count: rows[0]?.count ?? 0 }
}
