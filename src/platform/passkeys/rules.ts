import { minuteMs } from "../../kit/pure/calendar.ts"

/** How long a person has to answer a challenge, in which their device may ask for a finger or a PIN. */
export const challengeMinutes = 5
export const challengeMs = challengeMinutes * minuteMs

/** Enough for every device of a person, and few enough that they know all of them. */
export const maxPasskeys = 20

/** What an authenticator stores with a passkey and shows at sign-in: the tenant and the user. */
export const handleOf = (tenant: string, user: string) => Buffer.from(`${tenant}.${user}`).toString("base64url")

export function parseHandle(handle: string): { tenant: string; user: string } | undefined {
  const [, tenant, user] = /^([0-9a-f]{24})\.([0-9a-f]{24})$/.exec(Buffer.from(handle, "base64url").toString("latin1")) ?? []
  return tenant === undefined || user === undefined ? undefined : { tenant, user }
}

/** Signatures that we check: Ed25519, ES256, RS256. One of them works on every device. */
export const algorithms = [-8, -7, -257]

/** A counter that does not grow means that the passkey was copied. Most authenticators that synchronize always send 0. */
export const isCounterAhead = (counter: number, before: number) => counter > before || (counter === 0 && before === 0)
