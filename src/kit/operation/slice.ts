import type { z } from "zod"
import type { Reseal } from "../db/secret-key-marker.ts"
import type { Jobs, Loop, Sweep, Timer } from "../jobs/queue.ts"
import type { Caller } from "../pure/caller.ts"
import type { Permission } from "../pure/permissions.ts"
import type { ErrorFamily } from "../pure/problem.ts"
import type { Chapters } from "./chapter.ts"
import { resealResponses } from "./idempotency.ts"
import type { Operation } from "./operation.ts"

type Action = "create" | "update" | "delete"
/** What webhooks get from a resource: the object as REST renders it, and the actions that publish it. */
type EventSource = { object: z.ZodType; actions: readonly Action[] }

/** How the audit log shows the entries about a type of object. */
export type AuditedObject = {
  /** The permission to see them, if it is not `<type>.view`. */
  needs?: Permission
  /** Replaces what this caller may not see of the changed fields. */
  mask?(fields: Record<string, unknown>, caller: Caller): Record<string, unknown>
}

/** What one folder adds to the application. */
type Slice = {
  operations?: readonly Operation[]
  /** What the reference says about its resources. */
  chapters?: Chapters
  /** Error codes, or their prefixes, that its writes may answer with besides the general ones. */
  refuses?: readonly string[]
  errors?: readonly ErrorFamily[]
  /** By the resource's name in events: `contacts` for contacts.create. */
  events?: Record<string, EventSource>
  /** By the type of the object in audit entries. */
  audits?: Record<string, AuditedObject>
  jobs?: Jobs
  timers?: readonly Timer[]
  sweeps?: readonly Sweep[]
  loops?: readonly Loop[]
  /** Required of a slice that seals secrets: seals them again after SECRET_KEY got a new key. */
  reseal?: Reseal
}

/** Defines a slice. Adds its error codes to each of its writes, and to its lists the codes of references that match nothing. */
export function slice<const S extends Slice>(definition: S): S {
  const { operations, refuses } = definition
  if (!operations || !refuses) return definition
  const inFilters = refuses.filter(start => start === "SMR-")
  const noted = operations.map(op => {
    if (op.refuses || (op.effect === "read" && !op.list)) return op
    return { ...op, refuses: op.list ? inFilters : refuses }
  })
  return { ...definition, operations: noted }
}

/** All slices joined: what the surfaces and the worker are built from. */
export type Application = {
  operations: readonly Operation[]
  chapters: Chapters
  errors: readonly ErrorFamily[]
  events: Readonly<Record<string, EventSource>>
  audits: Readonly<Record<string, AuditedObject>>
  jobs: Jobs
  timers: readonly Timer[]
  sweeps: readonly Sweep[]
  loops: readonly Loop[]
  reseals: readonly Reseal[]
}

export function join(slices: readonly Slice[]): Application {
  return {
    operations: slices.flatMap(each => each.operations ?? []),
    chapters: Object.assign({}, ...slices.map(each => each.chapters ?? {})) as Chapters,
    errors: slices.flatMap(each => each.errors ?? []),
    events: Object.assign({}, ...slices.map(each => each.events ?? {})) as Application["events"],
    audits: Object.assign({}, ...slices.map(each => each.audits ?? {})) as Application["audits"],
    jobs: Object.assign({}, ...slices.map(each => each.jobs ?? {})) as Jobs,
    timers: slices.flatMap(each => each.timers ?? []),
    sweeps: slices.flatMap(each => each.sweeps ?? []),
    loops: slices.flatMap(each => each.loops ?? []),
    reseals: [resealResponses, ...slices.flatMap(each => each.reseal ?? [])],
  }
}

/** contacts.create, contacts.update, … */
export const eventTypesOf = (events: Application["events"]): string[] =>
  Object.entries(events).flatMap(([resource, { actions }]) => actions.map(action => `${resource}.${action}`))
