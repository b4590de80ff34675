import { request } from "../client.ts"
import type { Filters } from "./list-query.ts"
import type { Resource } from "./resource.ts"

/** No object has it: a search that found nobody must show nothing, not everything. A contact of this id would be refused as unknown. */
const nobody = "000000000000000000000000"
const maxFound = 50

type Found = { results: { _id: string }[] }

/** What was typed into the search field, as filters of the list. Names are looked up first. */
export async function filtersFor({ search }: Resource, text: string, signal?: AbortSignal): Promise<Filters> {
  const known = text === "" ? {} : search?.filter(text)
  if (known) return known
  const { type, field } = search!.names!
  if (text.length < 2) return {}
  const ids = isEmail(text) && type === "contacts" ? await idsByEmail(text, signal) : await idsByName(text, type, signal)
  return ids.length > 0 ? { [`${field}[in]`]: ids.join(",") } : { "_id[in]": nobody }
}

const isEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text)

/** A whole e-mail is one contact; the search would find similar ones too. */
async function idsByEmail(email: string, signal?: AbortSignal): Promise<string[]> {
  const { data } = (await request("GET /v1/contacts", { email, limit: 1 }, signal && { signal })) as { data: { _id: string }[] }
  return data.map(({ _id }) => _id)
}

async function idsByName(query: string, type: string, signal?: AbortSignal): Promise<string[]> {
  const { results } = (await request("GET /v1/search", { query, type, limit: maxFound }, signal && { signal })) as Found
  return results.map(({ _id }) => _id)
}
