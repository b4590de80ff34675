import { cpSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import type { Host, Sent } from "./network.ts"
import { serverOf } from "./server.ts"
import { type Member, whileLoading, within, type World } from "./world.ts"

type Program = typeof import("./program.ts")
export type Process = { member: Member; program: Program }
export type Processes = ReturnType<typeof newProcesses>

const secretKey = "a secret key that is only for simulations"
/** A frozen process wakes up after its leases and the deadlines of its requests. */
const frozenMs = 60_000

/** The processes of a service. Each has its own copy of the program, so that it shares no memory with the others. */
export function newProcesses(world: World, hosts: Map<string, Host>, folder: string, url: string) {
  const running = new Map<string, Process>()
  let count = 0

  async function start(host: string): Promise<Process> {
    const member = world.newMember(`${host} ${++count}`)
    const load = async () => {
      const copy = join(folder, `copy-${process.hrtime.bigint()}`)
      cpSync(join(folder, "program"), copy, { recursive: true })
      return whileLoading(member, () => import(pathToFileURL(join(copy, "program.mjs")).href) as Promise<Program>)
    }
    const program = await world.alone(member, "starts", load)
    disturbGateway(member, program)
    const { answer } = await within(member, () => program.run(settingsFor(url)))
    hosts.set(host, { member, answer: (sent: Sent) => within(member, () => answer(sent)) })
    running.set(host, { member, program })
    return { member, program }
  }

  async function kill(host: string) {
    const { member } = running.get(host)!
    await world.alone(member, "is killed", async () => {
      member.die()
      await serverOf(world).abandon(member)
    })
  }

  return {
    start,
    kill,
    /** What befalls a process during a day. */
    async trouble(random: Member["random"], host: string) {
      const { member } = running.get(host)!
      await wait(random.whole(0, 3_000))
      if (world.mayFail(member, "a process is frozen for a minute")) member.frozenUntil = world.now + frozenMs
      if (!world.mayFail(member, "a process is killed")) return
      await kill(host)
      for (let isRunning = false; !isRunning;)
        isRunning = await start(host).then(
          () => true,
          () => false, // its connection to the database was cut: whoever runs it starts it again
        )
    },
    async stop() {
      for (const { member } of running.values()) {
        member.die()
        await serverOf(world).abandon(member)
      }
    },
  }
}

/** Calls to the gateway get lost, come late or twice, and so do its answers. */
function disturbGateway(member: Member, { simulator, GatewayUnreachable }: Program) {
  const { world, random } = member
  const disturbed =
    <In extends unknown[], Out>(call: (...input: In) => Promise<Out>) =>
    async (...input: In): Promise<Out> => {
      await world.turn(member, "gateway is called")
      if (world.mayFail(member, "a gateway is not reached")) throw new GatewayUnreachable("nobody answers")
      if (world.mayFail(member, "a call to a gateway hangs")) await wait(random.whole(1_000, 40_000))
      const calls = world.mayFail(member, "a gateway is called twice") ? [call(...input), call(...input)] : [call(...input)]
      const [answer] = await Promise.all(calls)
      if (world.mayFail(member, "the answer of a gateway is lost")) throw new Error("socket hang up")
      await world.turn(member, "gateway answers")
      return answer!
    }
  const { charge, lookUp, refunds, payouts, mandates, disputes } = simulator
  Object.assign(simulator, { charge: disturbed(charge), lookUp: disturbed(lookUp) })
  if (refunds) Object.assign(refunds, { refund: disturbed(refunds.refund), lookUp: disturbed(refunds.lookUp) })
  if (payouts) Object.assign(payouts, { payOut: disturbed(payouts.payOut), lookUp: disturbed(payouts.lookUp) })
  if (mandates) Object.assign(mandates, { register: disturbed(mandates.register), lookUp: disturbed(mandates.lookUp) })
  if (disputes) Object.assign(disputes, { submitEvidence: disturbed(disputes.submitEvidence), lookUp: disturbed(disputes.lookUp) })
}

const settingsFor = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  SECRET_KEY: secretKey,
  BASE_URL: "http://127.0.0.1",
  WEBHOOKS_ALLOW_PRIVATE: "true",
  LOG_LEVEL: "silent",
  RATE_LIMIT_PER_KEY: "0",
  RATE_LIMIT_PER_TENANT: "0",
  DATABASE_CONNECTIONS: "7",
})
