declare global {
  interface Window {
    takeEarlySearch?(): string | undefined
  }
}

let taken: string | undefined

/** What was typed into the search before the dashboard had loaded (public/web/early.js); undefined if nobody asked for it. */
export function takeEarlySearch(): string | undefined {
  taken ??= window.takeEarlySearch?.()
  return taken
}
