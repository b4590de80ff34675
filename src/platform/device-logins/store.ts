import { randomInt } from "node:crypto"
import { deleteExpired } from "../../kit/db/delete-expired.ts"
import { installation, query, sql } from "../../kit/db/query.ts"
import { keyedHashes, randomText, sha256 } from "../../kit/service/crypto.ts"
import { addedSeconds, codeLength, codeLetters, intervalSeconds, lifetimeMs, maxIntervalSeconds, shownCode, toleranceMs } from "./rules.ts"
import type { NewDeviceLogin } from "./schema.ts"

type Started = { deviceCode: string; userCode: string; expiresAt: Date }

/** Both codes are returned here and stored only as hashes. Another code is drawn in the rare case that one is in use. */
export async function insertDeviceLogin(login: NewDeviceLogin, address: string): Promise<Started> {
  const deviceCode = randomText(32)
  for (;;) {
    const letters = Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join("")
    const [row] = await query<{ expires_at: Date }>(
      installation,
      sql`
      insert into device_logins (device_hash, code_hash, machine, address, role, days, status, interval_s, created_at, expires_at)
      values (${sha256(deviceCode)}, ${codeHashes(letters)[0]}, ${login.machine}, ${address}, ${login.role ?? null}, ${login.days ?? null},
        'waiting', ${intervalSeconds}, now(), now() + ${lifetimeMs} * interval '1 millisecond')
      on conflict (code_hash) do nothing returning expires_at`,
    )
    if (row) return { deviceCode, userCode: shownCode(letters), expiresAt: row.expires_at }
  }
}

const codeHashes = (letters: string) => keyedHashes(`device login ${letters}`)

export type DeviceLoginRow = {
  device_hash: string
  machine: string
  address: string
  role: string | null
  days: number | null
  created_at: Date
  expires_at: Date
}

/** A login that waits for an answer, by the short code. */
export async function findWaiting(letters: string): Promise<DeviceLoginRow | undefined> {
  const [row] = await query<DeviceLoginRow>(
    installation,
    sql`
    select device_hash, machine, address, role, days, created_at, expires_at from device_logins
    where code_hash = any(${codeHashes(letters)}::text[]) and status = 'waiting' and expires_at > now()`,
  )
  return row
}

export type Answer = { tenant: string; user: string; epoch: number; role: string; days: number }

/** Returns whether this answer was the first: of two people who answer at the same time, one is refused. */
export async function saveAnswer(deviceHash: string, answer: Answer | undefined): Promise<boolean> {
  const { tenant = null, user = null, epoch = null, role = null, days = null } = answer ?? {}
  const rows = await query(
    installation,
    sql`
    update device_logins set status = ${answer ? "approved" : "denied"}, approved_tenant = ${tenant}, approved_user = ${user},
      approved_epoch = ${epoch}, approved_role = ${role}, approved_days = ${days}
    where device_hash = ${deviceHash} and status = 'waiting' and expires_at > now() returning 1`,
  )
  return rows.length > 0
}

type Poll = { status: "waiting" | "approved" | "denied"; interval_s: number; too_soon: boolean }

/** Notes that the machine has asked. One that asks too soon has to wait longer from then on. */
export async function notePoll(deviceHash: string): Promise<Poll | undefined> {
  const [row] = await query<Poll>(
    installation,
    sql`
    with seen as (
      select device_hash,
        coalesce(polled_at > now() - (interval_s * 1000 - ${toleranceMs}::int) * interval '1 millisecond', false) as too_soon
      from device_logins where device_hash = ${deviceHash} and expires_at > now() for update
    )
    update device_logins d set polled_at = now(),
      interval_s = case when s.too_soon then least(d.interval_s + ${addedSeconds}::int, ${maxIntervalSeconds}::int) else d.interval_s end
    from seen s where d.device_hash = s.device_hash returning d.status, d.interval_s, s.too_soon`,
  )
  return row
}

/** Ends an approved login and returns who approved what, to the first who asks. */
export async function takeApproved(deviceHash: string): Promise<(Answer & { machine: string }) | undefined> {
  const [row] = await query<Answer & { machine: string }>(
    installation,
    sql`
    delete from device_logins where device_hash = ${deviceHash} and status = 'approved' and expires_at > now()
    returning machine, approved_tenant as tenant, approved_user as "user", approved_epoch as epoch, approved_role as role,
      approved_days as days`,
  )
  return row
}

export const deleteExpiredDeviceLogins = () => deleteExpired("device_logins", ["expires_at", "device_hash"])
