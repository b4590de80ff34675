import { databaseClock } from "../../kit/db/database-clock.ts"
import { allTenants, query, sql } from "../../kit/db/query.ts"
import { consumeShared } from "../../kit/db/shared-rate-limit.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { keyedHashes } from "../../kit/service/crypto.ts"
import { networkOf } from "../../kit/service/rate-limit.ts"
import { forgottenBefore, freeFailures, lockTimes } from "./rules.ts"
import type { AccountRow } from "./store.ts"

/** From one network in a minute, over all processes: many people share the address of an office. */
const maxPerNetwork = 300
const noTenant = "sign-in"

/** Counts a request that needs no credential against its network, or throws RTE-1001. */
export const consumeNetwork = (address: string) =>
  consumeShared({ tenant_id: noTenant, name: `network ${networkOf(address)}`, max: maxPerNetwork })

/** Counts a mail to an address; whether there may be one more within the minute. */
export const consumeMail = (emailKey: string, max: number) =>
  consumeShared({ tenant_id: noTenant, name: `mail ${keyedHashes(emailKey)[0]}`, max }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && error.code === "RTE-1001") return false
      throw error
    },
  )

/**
 * A proof of who somebody is, under way: counted as failed until it has succeeded, so that parallel guesses count too. It is the names
 * that it is counted under: that of the e-mail, where the person has not signed in from its network before that of the network, and where
 * a code is given that of the codes.
 */
export type Attempt = readonly string[]

/** What is tried: an e-mail in the tenant that was named, or in none; the account that it is, if there is one; whether it is one's own. */
type Target = { emailKey: string; tenant?: string | undefined; account?: Pick<AccountRow, "networks"> | undefined; isOwn?: true }

/**
 * Begins an attempt, or refuses it while the e-mail is locked. Networks that the person has signed in from have a count of their own, so
 * that strangers can't lock them out. An e-mail without an account is counted and locked like any other. Tenants are counted apart: who
 * knows a password in one of them must not forget the failures in another. All other sign-ins from a network are counted together as well:
 * who tries one password with many e-mails is held back, and the people who work there are not.
 */
export async function beginAttempt({ emailKey, tenant = "", account, isOwn }: Target, address: string): Promise<Attempt> {
  const network = networkOf(address)
  const isKnown = account?.networks.includes(network) ?? false
  const name = nameOf(emailKey, tenant, isKnown ? network : "")
  await countAttempt(name, freeFailures.email)
  if (isKnown || isOwn) return [name]
  const networkName = nameOf("", "", network)
  try {
    await countAttempt(networkName, freeFailures.network)
  } catch (error) {
    await withdraw(name) // it is not looked at
    throw error
  }
  return [name, networkName]
}

/**
 * Adds that a code is tried too, or refuses the attempt while codes are locked. Wrong codes have a count of their own, which only a right
 * one ends: with a new password by mail, or the right one once more, whoever has no code would get ten more guesses each time.
 */
export async function withCode(attempt: Attempt, { tenant_id, user_id, networks }: AccountRow, address: string): Promise<Attempt> {
  const network = networkOf(address)
  const name = nameOf(user_id, tenant_id, `code ${networks.includes(network) ? network : ""}`)
  try {
    await countAttempt(name, freeFailures.email)
  } catch (error) {
    await attemptWithdrawn(attempt)
    throw error
  }
  return [...attempt, name]
}

/** Counts a failure, or throws AUT-1008 while the name is locked. */
async function countAttempt(name: string, free: number) {
  const now = databaseClock.now()
  const times = lockTimes(now, free)
  const [begun] = await query<{ failures: number }>(
    allTenants,
    sql`
    insert into sign_in_attempts as a (name, failures, last_at) values (${name}, 1, ${now})
    on conflict (name) do update set
      failures = case when a.last_at < ${forgottenBefore(now)} then 1 else a.failures + 1 end,
      locked_until = case when a.last_at < ${forgottenBefore(now)} then null
        else (${times}::timestamptz[])[least(a.failures + 1, ${times.length}::int)] end,
      last_at = ${now}
    where a.locked_until is null or a.locked_until <= ${now}
    returning failures`,
  )
  if (begun) return
  const [row] = await query<{ locked_until: Date | null }>(allTenants, sql`select locked_until from sign_in_attempts where name = ${name}`)
  const seconds = Math.ceil(((row?.locked_until ?? now).getTime() - now.getTime()) / 1000)
  throw generalProblem("AUT-1008", { retryAfterSeconds: Math.max(1, seconds) })
}

const nameOf = (emailKey: string, tenant: string, network: string) => keyedHashes([emailKey, tenant, network].join("\n"))[0]

/** It was who they say: earlier failures are forgotten. Those of the network too, once for each person, who is known there from then on. */
export async function attemptSucceeded(attempt: Attempt) {
  for (const name of attempt) await forget(name)
}
const forget = (name: string) => query(allTenants, sql`delete from sign_in_attempts where name = ${name}`)

/** It proved nothing and disproved nothing, such as a right password that lacks its code. */
export async function attemptWithdrawn(attempt: Attempt) {
  for (const name of attempt) await withdraw(name)
}

const withdraw = (name: string) =>
  query(allTenants, sql`update sign_in_attempts set failures = greatest(failures - 1, 0), locked_until = null where name = ${name}`)

/** Deletes what is forgotten, in batches of 1,000. Returns whether there was any. */
export async function deleteOldAttempts(): Promise<boolean> {
  const rows = await query(
    allTenants,
    sql`
    delete from sign_in_attempts a
    using (select name from sign_in_attempts where last_at < ${forgottenBefore(databaseClock.now())} limit 1000) old
    where a.name = old.name returning 1`,
  )
  return rows.length > 0
}

/** Whoever chose a new password by mail is locked out nowhere: neither by the guesses of others, nor by their own where they are known. */
export async function forgetAttempts({ emailKey, tenant = "", account }: Target) {
  for (const network of ["", ...(account?.networks ?? [])]) await forget(nameOf(emailKey, tenant, network))
}
