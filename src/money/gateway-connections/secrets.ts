import { databaseClock } from "../../kit/db/database-clock.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { isOutdated, keyedHashes, seal, unseal } from "../../kit/service/crypto.ts"
import type { Credentials } from "../gateways/provider.ts"
import { secretOverlapMs } from "./rules.ts"

/** A credential as it is stored. `fingerprint` tells whether two are equal, and nothing else. */
type SealedCredential = { sealed: string; last4: string; fingerprint: string; setAt: string }
export type SealedCredentials = Record<string, SealedCredential>

/** A secret that inbound messages are signed with. `until` is null for the current one. */
export type SealedSecret = { sealed: string; until: string | null }

type Owner = { tenant_id: string; id: string }

const placeOf = ({ tenant_id, id }: Owner, field: string) => `${tenant_id} gateway connection ${id} ${field}`
const eventSecret = "event secret"

export function sealCredentials(owner: Owner, credentials: Credentials, now: Date): SealedCredentials {
  return Object.fromEntries(Object.entries(credentials).map(([field, value]) => [field, sealOne(owner, field, value, isoTime(now))]))
}

function sealOne(owner: Owner, field: string, value: string, setAt: string): SealedCredential {
  const [fingerprint] = keyedHashes(`${placeOf(owner, field)} ${value}`)
  return { sealed: seal(value, placeOf(owner, field)), last4: lastOf(value), fingerprint: fingerprint.slice(0, 16), setAt }
}

/** Of a short secret four characters would be too much. */
const lastOf = (value: string) => (value.trim().length < 12 ? "" : value.trim().slice(-4))

/** They may be neither stored nor logged. */
export function openCredentials(owner: Owner, sealed: SealedCredentials): Credentials {
  return Object.fromEntries(Object.entries(sealed).map(([field, each]) => [field, unseal(each.sealed, placeOf(owner, field))]))
}

/** The new secret, and for a day those that it replaces. */
export function addEventSecret(owner: Owner, replaced: readonly SealedSecret[], secret: string, now: Date): SealedSecret[] {
  const until = isoTime(new Date(now.getTime() + secretOverlapMs))
  const older = replaced.map(each => ({ ...each, until: each.until ?? until })).filter(each => new Date(each.until) > now)
  return [{ sealed: seal(secret, placeOf(owner, eventSecret)), until: null }, ...older.slice(0, maxOlderSecrets)]
}
const maxOlderSecrets = 3

/** By real time, because the provider signs by it. */
export const openEventSecrets = (owner: Owner, secrets: readonly SealedSecret[], now = databaseClock.now()): string[] =>
  secrets.filter(({ until }) => until === null || new Date(until) > now).map(({ sealed }) => unseal(sealed, placeOf(owner, eventSecret)))

type Secrets = { credentials: SealedCredentials; event_secrets: SealedSecret[] }

export const hasOutdatedSecret = ({ credentials, event_secrets }: Secrets) =>
  [...Object.values(credentials), ...event_secrets].some(({ sealed }) => isOutdated(sealed))

/** The same secrets, sealed with the newest SECRET_KEY. */
export function sealedAgain(owner: Owner & Secrets): Secrets {
  const opened = openCredentials(owner, owner.credentials)
  const credentials = Object.entries(owner.credentials).map(([field, { setAt }]) => [field, sealOne(owner, field, opened[field]!, setAt)])
  const event_secrets = owner.event_secrets.map(({ sealed, until }) => ({
    sealed: seal(unseal(sealed, placeOf(owner, eventSecret)), placeOf(owner, eventSecret)),
    until,
  }))
  return { credentials: Object.fromEntries(credentials) as SealedCredentials, event_secrets }
}
