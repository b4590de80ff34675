import { consumeShared } from "../../kit/db/shared-rate-limit.ts"
import type { Context } from "../../kit/db/context.ts"
import { openOperation, operation } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { config } from "../../kit/service/config.ts"
import { networkOf } from "../../kit/service/rate-limit.ts"
import { resolveRole } from "../tenants/role-store.ts"
import { assertHoldsAll } from "../tenants/rules.ts"
import { deviceLoginProblem } from "./errors.ts"
import { poll } from "./redeem.ts"
import { intervalSeconds, lettersOf, shownCode } from "./rules.ts"
import {
  Approval,
  Approved,
  Denied,
  DeviceCode,
  DeviceLogin,
  DeviceLoginAnswer,
  NewDeviceLogin,
  Question,
  StartedDeviceLogin,
} from "./schema.ts"
import { type Answer, type DeviceLoginRow, findWaiting, insertDeviceLogin, saveAnswer } from "./store.ts"

/** Logins that the machines of a network may start within a minute. */
const maxStarts = 20
/** Codes that a person may look up within a minute, so that nobody finds those of others by trying. */
const maxLookups = 30
const page = () => `${config.BASE_URL}/device`

type Decision = { deviceHash: string; answer: Answer | undefined }

/** Whoever has read the code on a machine finds its login. */
async function readWaiting({ tenant, caller }: Context, typed: string): Promise<DeviceLoginRow> {
  await consumeShared({ tenant_id: tenant.id, name: `device codes ${caller.user}`, max: maxLookups })
  const letters = lettersOf(typed)
  const row = letters === undefined ? undefined : await findWaiting(letters)
  if (!row) throw generalProblem("GEN-1004", { kind: "device login", reference: typed })
  return row
}

const shown = (code: string) => shownCode(lettersOf(code) ?? "")

async function decide(decision: Decision): Promise<Decision> {
  if (!(await saveAnswer(decision.deviceHash, decision.answer))) throw deviceLoginProblem("DVL-1003")
  return decision
}

const people = { noun: "deviceLogin", forPeople: true, refuses: ["DVL-1003", "PRM-1002", "SMR-1001"] } as const

export const deviceLoginOperations = [
  openOperation({
    route: "POST /v1/device-logins/start",
    label: "Start the login of a machine",
    noun: "deviceLogin",
    summary: "Ask for an API key for a machine: it shows a short code, and a person who is signed in allows it in a browser",
    refuses: [],
    input: NewDeviceLogin,
    output: StartedDeviceLogin,
    async run(login, { origin }) {
      await consumeShared({ tenant_id: "sign-in", name: `device logins ${networkOf(origin.address)}`, max: maxStarts })
      const { deviceCode, userCode, expiresAt } = await insertDeviceLogin(login, origin.address)
      const verificationUrlComplete = `${page()}?code=${userCode}`
      return { deviceCode, userCode, verificationUrl: page(), verificationUrlComplete, intervalSeconds, expiresAt: isoTime(expiresAt) }
    },
  }),

  openOperation({
    route: "POST /v1/device-logins/poll",
    label: "Fetch the key of a machine",
    noun: "deviceLogin",
    summary: "Ask whether a person has answered; the first request after they allowed it gets the API key, and no other does",
    refuses: ["DVL-1001", "DVL-1002", "DVL-1004", "SMR-1001"],
    input: DeviceCode,
    output: DeviceLoginAnswer,
    run: ({ deviceCode }, visitor) => poll(deviceCode, visitor),
  }),

  operation({
    ...people,
    route: "GET /v1/device-logins/waiting",
    summary: "The machine that shows this code, and what it asks for, as long as it waits for an answer",
    effect: "read",
    query: true,
    input: Question,
    output: DeviceLogin,
    async run(ctx, { code }) {
      const { machine, address, role, days, created_at, expires_at } = await readWaiting(ctx, code)
      const sameNetwork = networkOf(address) === networkOf(ctx.origin.address)
      return {
        code: shown(code),
        machine,
        address,
        sameNetwork,
        role,
        days,
        createdAt: isoTime(created_at),
        expiresAt: isoTime(expires_at),
      }
    },
  }),

  operation({
    ...people,
    route: "POST /v1/device-logins/approve",
    label: "Let a machine in",
    summary: "Let the machine that shows this code fetch an API key with a role of your choice, none above your own",
    needs: "apiKeys.edit",
    needsConfirmation: "recent",
    effect: "change",
    input: Approval,
    output: Approved,
    external: {
      async prepare(ctx, { code, role, days }): Promise<Decision> {
        const { caller, tenant } = ctx
        const { user, session } = caller
        assertHoldsAll(caller.permissions, await resolveRole(ctx, role))
        if (!session) throw generalProblem("PRM-1004")
        const { device_hash: deviceHash } = await readWaiting(ctx, code)
        return { deviceHash, answer: { tenant: tenant.id, user, epoch: session.epoch, role, days } }
      },
      call: decide,
    },
    run: (_ctx, { code }) => ({ code: shown(code), approved: true as const }),
  }),

  operation({
    ...people,
    route: "POST /v1/device-logins/deny",
    label: "Refuse a machine",
    summary: "Refuse the machine that shows this code; it learns so, and gets no key",
    effect: "change",
    input: Question,
    output: Denied,
    external: {
      prepare: async (ctx, { code }): Promise<Decision> => ({ deviceHash: (await readWaiting(ctx, code)).device_hash, answer: undefined }),
      call: decide,
    },
    run: (_ctx, { code }) => ({ code: shown(code), denied: true as const }),
  }),
]
