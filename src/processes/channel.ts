import type { Quota, Taken } from "../kit/service/rate-limit.ts"
import type { MetricObjectWithValues, MetricValue } from "@prometheus-io/client"

/** What a process needs of the primary process to start. The other settings are in the environment. */
export type Assignment = {
  role: "api" | "worker"
  databaseUrl: string
  secretKeys: string[]
  demoKeys: string[]
  connections: number
  maxConnections: number
  maxConnectionsPerAddress: number
  /** Whether it creates the sandbox of the first start. */
  isFirst: boolean
}

/** `welcome` is what the first process prints of the sandbox, with its key for web pages. */
export type Ready = { address: string; welcome?: string; demoKey?: string }

export type Metrics = MetricObjectWithValues<MetricValue<string>>[]

/** A signal that crosses processes, and the cell whose loops it wakes. */
type SharedSignalOf = { name: string; cell: string }

/** What the primary process tells a process, and asks it. */
export type Order = { serve: Assignment } | { stop: "for good" | "replaced" } | { wake: SharedSignalOf } | { othersBusy: boolean }
/** What a process tells the primary process. */
export type Report = { ready: Ready } | { signal: SharedSignalOf } | { busy: boolean }

/** The questions of either side, each with its answer. */
type Questions = {
  metrics: { asks: null; answers: Metrics }
  allMetrics: { asks: null; answers: string }
  take: { asks: Quota[]; answers: Taken }
}
export type Answers = { [Q in keyof Questions]?: (asked: Questions[Q]["asks"]) => Promise<Questions[Q]["answers"]> }

type Envelope<Told> =
  | { told: Told }
  | { id: number; question: keyof Questions; asked: unknown }
  | { id: number; answer: unknown }
  | { id: number; failure: string }
/** A cluster's worker in the primary process, or the process itself. */
type Port = { send?(message: unknown, onSent: () => void): unknown; on(event: "message", listener: (message: unknown) => void): unknown }

/** Messages between the primary process and one other: what is told, and questions with their answers. */
export function openChannel<Sent, Received>(port: Port, onTold: (told: Received) => void, answers: Answers) {
  const pending = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  let count = 0
  const post = (envelope: Envelope<Sent>) => void port.send?.(envelope, () => {}) // the other side may have ended

  /** A question that can't be answered fails for the one that asked. It must not end the process that was asked. */
  async function reply(id: number, question: keyof Questions, asked: unknown) {
    const answer = answers[question] as ((asked: unknown) => Promise<unknown>) | undefined
    try {
      post({ id, answer: await answer?.(asked) })
    } catch (error) {
      post({ id, failure: `${question} got no answer: ${String(error)}` })
    }
  }

  port.on("message", message => {
    const envelope = message as Envelope<Received>
    if ("told" in envelope) return onTold(envelope.told)
    if ("question" in envelope) return void reply(envelope.id, envelope.question, envelope.asked)
    if ("failure" in envelope) pending.get(envelope.id)?.reject(new Error(envelope.failure))
    else pending.get(envelope.id)?.resolve(envelope.answer)
    pending.delete(envelope.id)
  })

  return {
    tell: (told: Sent) => post({ told }),
    ask<Q extends keyof Questions>(question: Q, asked: Questions[Q]["asks"]): Promise<Questions[Q]["answers"]> {
      const id = count++
      const { promise, resolve, reject } = Promise.withResolvers<Questions[Q]["answers"]>()
      pending.set(id, { resolve: resolve as (answer: unknown) => void, reject })
      post({ id, question, asked })
      return promise
    },
  }
}
