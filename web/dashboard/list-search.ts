import { request } from "../client.ts"
import type { Filters } from "./list-query.ts"
import type { Resource } from "./resource.ts"

/**
 * No object has this id. A search that finds nobody filters by it, so that the list is empty. It filters by `_id`, because the API refuses
 * an unknown contact.
 */
const nobody = "000000000000000000000000"
/** As many as the service finds at once. */
export const maxFound = 100

type Found = { ids: string[]; count: number }
type Searched = {
  filters: Filters
  /** How many names match, if there are more than the filter can take. */
  count?: number
}

/** Turns the text of the search field into filters of the list. Names are looked up first. */
export async function filtersFor({ search }: Resource, text: string, signal?: AbortSignal): Promise<Searched> {
  const known = text === "" ? {} : search?.filter(text)
  if (known) return { filters: Object.fromEntries(Object.entries(known).map(([name, value]) => [name, String(value)])) }
  const { type, field } = search!.names!
  if (text.length < 2) return { filters: {} }
  const { ids, count } = isEmail(text) && type === "contacts" ? await findByEmail(text, signal) : await findByName(text, type, signal)
  if (ids.length === 0) return { filters: { "_id[in]": nobody } }
  return { filters: { [`${field}[in]`]: ids.join(",") }, ...(count > ids.length && { count }) }
}

const isEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text)

/** A whole e-mail identifies one contact; the search would find similar ones too. */
async function findByEmail(email: string, signal?: AbortSignal): Promise<Found> {
  const { data } = (await request("GET /v1/contacts", { email, limit: 1 }, signal && { signal })) as { data: { _id: string }[] }
  return { ids: data.map(({ _id }) => _id), count: data.length }
}

async function findByName(query: string, type: string, signal?: AbortSignal): Promise<Found> {
  const { results, count } = (await request("GET /v1/search", { query, type, limit: maxFound }, signal && { signal })) as {
    results: { _id: string }[]
    count: number
  }
  return { ids: results.map(({ _id }) => _id), count }
}
