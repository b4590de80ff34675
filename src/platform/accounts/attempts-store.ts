import { databaseClock } from "../../kit/db/database-clock.ts"
import { installation, query, sql } from "../../kit/db/query.ts"
import { consumeShared } from "../../kit/db/shared-rate-limit.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { keyedHashes } from "../../kit/service/crypto.ts"
import { networkOf } from "../../kit/service/rate-limit.ts"
import { forgottenBefore, freeFailures, lockTimes } from "./rules.ts"
import type { AccountRow } from "./store.ts"

/** Per network and minute, over all processes. High, because many people share the address of an office. */
const maxPerNetwork = 300
const noTenant = "sign-in"

/** Counts a request that needs no credential against its network, or throws RTE-1001. */
export const consumeNetwork = (address: string) =>
  consumeShared({ tenant_id: noTenant, name: `network ${networkOf(address)}`, max: maxPerNetwork })

/** Counts a mail to an address. Returns whether one more may be sent within the minute. */
export const consumeMail = (emailKey: string, max: number) =>
  consumeShared({ tenant_id: noTenant, name: `mail ${keyedHashes(emailKey)[0]}`, max }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && error.code === "RTE-1001") return false
      throw error
    },
  )

/**
 * An attempt to prove an identity. It counts as failed until it has succeeded, so that parallel guesses count too. The value lists the
 * names of its counters: that of the e-mail; that of the network, if the person has not signed in from there before; and that of the codes,
 * if a code is given.
 */
export type Attempt = readonly string[]

/** What is tried: an e-mail, in the named tenant or in none; its account, if it has one; and whether it is the caller's own. */
type Target = { emailKey: string; tenant?: string | undefined; account?: Pick<AccountRow, "networks"> | undefined; isOwn?: true }

/**
 * Begins an attempt, or refuses it while the e-mail is locked. Each network that the person has signed in from has its own counter, so that
 * strangers can't lock the person out. An e-mail without an account is counted and locked like any other. Each tenant has its own counters,
 * so that someone who knows a password in one tenant can't reset the failures in another. All other sign-ins from a network also share one
 * counter: it stops someone who tries one password with many e-mails, but not the people who work there.
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
    await withdraw(name) // the password is not checked
    throw error
  }
  return [name, networkName]
}

/**
 * Also counts a code, or refuses the attempt while codes are locked. Wrong codes have their own counter, which only a right code resets.
 * Otherwise someone without the code would get ten more guesses with each new password by mail, and with each right password.
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
    installation,
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
  const [row] = await query<{ locked_until: Date | null }>(
    installation,
    sql`select locked_until from sign_in_attempts where name = ${name}`,
  )
  const seconds = Math.ceil(((row?.locked_until ?? now).getTime() - now.getTime()) / 1000)
  throw generalProblem("AUT-1008", { retryAfterSeconds: Math.max(1, seconds) })
}

const nameOf = (emailKey: string, tenant: string, network: string) => keyedHashes([emailKey, tenant, network].join("\n"))[0]

/**
 * The person is who they claim to be, so earlier failures are forgotten. This includes the network's, but only once for each person: the
 * network then counts as known for them.
 */
export async function attemptSucceeded(attempt: Attempt) {
  for (const name of attempt) await forget(name)
}
const forget = (name: string) => query(installation, sql`delete from sign_in_attempts where name = ${name}`)

/** For an attempt that neither succeeded nor failed, such as a right password without its code. */
export async function attemptWithdrawn(attempt: Attempt) {
  for (const name of attempt) await withdraw(name)
}

const withdraw = (name: string) =>
  query(installation, sql`update sign_in_attempts set failures = greatest(failures - 1, 0), locked_until = null where name = ${name}`)

/** Deletes attempts that no longer count, in batches of 1,000. Returns whether there were any. */
export async function deleteOldAttempts(): Promise<boolean> {
  const rows = await query(
    installation,
    sql`
    delete from sign_in_attempts a
    using (select name from sign_in_attempts where last_at < ${forgottenBefore(databaseClock.now())} limit 1000) old
    where a.name = old.name returning 1`,
  )
  return rows.length > 0
}

/** Removes all locks of a person who chose a new password by mail: those caused by strangers, and those on the person's known networks. */
export async function forgetAttempts({ emailKey, tenant = "", account }: Target) {
  for (const network of ["", ...(account?.networks ?? [])]) await forget(nameOf(emailKey, tenant, network))
}
