import type { OpenConnection } from "../provider.ts"

/** Where the dashboard of Stripe shows an object, by what its id begins with. */
const pages: Record<string, string> = {
  pi: "payments",
  ch: "payments",
  py: "payments",
  cus: "customers",
  seti: "setup_intents",
  dp: "disputes",
  du: "disputes",
  po: "payouts",
}

/** A page for it, or the search, which finds the rest by their ids. */
export function pageOf({ mode }: Pick<OpenConnection, "mode">, reference: string): string | undefined {
  const [, prefix] = /^([a-z]+)_\w+$/.exec(reference) ?? []
  if (prefix === undefined) return undefined
  const base = `https://dashboard.stripe.com/${mode === "live" ? "" : "test/"}`
  const page = pages[prefix]
  return page === undefined ? `${base}search?query=${reference}` : `${base}${page}/${reference}`
}
