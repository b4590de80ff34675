/** Where a page leads after sign-in. Only ever a path of ours: an address of another site would lend it our name. */
export function safeNext(next: string | undefined): string {
  const isPath = next !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && !next.includes("\\")
  return isPath && new URL(next, base).origin === base ? next : "/"
}
const base = "http://countersign.invalid"

/** The address of the sign-in page that leads to a path of ours afterwards. */
export const signInPath = (next: string) => `/sign-in?${String(new URLSearchParams({ next: safeNext(next) }))}`
