import { createHmac } from "node:crypto"
import { databaseClock } from "../../../kit/db/database-clock.ts"
import { isSameSecret } from "../../../kit/service/crypto.ts"

/** An older message may be one that somebody recorded and sends again. By real time, whatever a sandbox's clock says. */
const toleranceMs = 300_000

/** Whether one of the secrets has signed these bytes just now. Stripe signs with two secrets while one replaces the other. */
export function isSigned(header: string, bytes: Buffer, secrets: readonly string[]): boolean {
  const parts = header.split(",").map(part => part.trim().split("=", 2))
  const time = parts.find(([name]) => name === "t")?.[1] ?? ""
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(databaseClock.now().getTime() - Number(time) * 1000) > toleranceMs) return false
  const signatures = parts.filter(([name]) => name === "v1").map(([, signature = ""]) => signature)
  return secrets.some(secret => {
    const expected = createHmac("sha256", secret).update(`${time}.`).update(bytes).digest("hex")
    return signatures.some(signature => isSameSecret(expected, signature))
  })
}
