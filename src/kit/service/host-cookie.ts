import { config } from "./config.ts"

/** A cookie that holds a token. Browsers accept a `__Host-` cookie only over https, only for this host and only for all of its paths. */
export function hostCookie(name: string, lifetimeMs: number) {
  const isSecure = () => config.BASE_URL.startsWith("https:")
  const start = () => `${isSecure() ? "__Host-" : ""}${name}=`
  const attributes = () => `Path=/; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`
  return {
    render: (token: string) => `${start()}${token}; Max-Age=${lifetimeMs / 1000}; ${attributes()}`,
    renderEnded: () => `${start()}; Max-Age=0; ${attributes()}`,
    /** The token in a Cookie header. */
    read: (header: string | undefined): string | undefined =>
      header
        ?.split(";")
        .map(pair => pair.trim())
        .find(pair => pair.startsWith(start()))
        ?.slice(start().length),
  }
}
