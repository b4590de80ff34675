import { transitions } from "../../kit/pure/transitions.ts"
import { savedMethodCodes } from "../gateways/values.ts"
import type { Gateway } from "../gateways/gateway.ts"
import { savedMethodProblem } from "./errors.ts"
import type { SavedMethodStatus } from "./values.ts"

/** Which statuses may follow a status. A payment that we gave up may succeed after all, and then it has saved the method. */
const canFollow = {
  pending: ["active", "failed", "removed"],
  active: ["expired", "detached", "removed"],
  failed: ["active"],
  expired: ["detached", "removed"],
  detached: [],
  removed: [],
} satisfies Record<SavedMethodStatus, SavedMethodStatus[]>

export const assertCanFollow = transitions<SavedMethodStatus>("a saved method", canFollow)

export const mayFollow = (from: SavedMethodStatus, to: SavedMethodStatus) => {
  const allowed: readonly SavedMethodStatus[] = canFollow[from]
  return allowed.includes(to)
}

export const hasEnded = (status: SavedMethodStatus) => status !== "pending" && status !== "active"

type Saved = { status: SavedMethodStatus; contact_id: string; gateway: string }

const statusProblem = (status: SavedMethodStatus, action: string, allowed: string, advice: string) =>
  savedMethodProblem("SVM-2001", { status, action, allowed, advice })

/** Whether a charge may take the money from it: checked when it is created, and again when an approval releases it. */
export function assertChargeable(
  { status, contact_id, gateway: expected }: Saved,
  { contact, gateway }: { contact: string; gateway: string },
) {
  if (status !== "active")
    throw statusProblem(status, "charged", "active ones", "Nothing was charged; ask the payer to pay and to save another one")
  if (contact_id !== contact) throw savedMethodProblem("SVM-2002", { payer: contact, contact: contact_id })
  if (expected !== gateway) throw savedMethodProblem("SVM-2003", { expected, gateway })
}

export function assertRemovable({ status }: Pick<Saved, "status">) {
  if (!mayFollow(status, "removed"))
    throw statusProblem(status, "removed", "pending, active and expired ones", "It is charged no more as it is")
}

export function assertDetachable({ status }: Pick<Saved, "status">) {
  if (!mayFollow(status, "detached")) throw statusProblem(status, "detached", "active and expired ones", "It is charged no more as it is")
}

export function assertSaves({ name, methods, savedMethods }: Gateway, method: string) {
  const isSaved = savedMethods && methods.some(each => each.method === method && each.saves)
  if (!isSaved) throw savedMethodProblem("SVM-1001", { gateway: name, method })
}

/** What a decline says about the method itself; undefined where it says nothing. */
export function statusAfterDecline(code: string): SavedMethodStatus | undefined {
  if (code === savedMethodCodes.expired) return "expired"
  return code === savedMethodCodes.detached ? "detached" : undefined
}
