import type { Caller } from "../../kit/pure/caller.ts"
import { savedViewProblem } from "./errors.ts"

/** As many views as one person keeps, over all lists, shared ones included. */
export const maxOfPerson = 100
/** As many as all people of a tenant share. */
export const maxShared = 200

type View = { user_id: string; is_shared: boolean }
type Listed = View & { list: string }
type Viewer = Pick<Caller, "user" | "permissions">

const isOwn = ({ user_id }: View, { user }: Viewer) => user_id === user

/** A shared view is changed by its owner, and by those who change the settings of the tenant, as for one whose owner has left. */
export const mayEdit = (view: View, caller: Viewer) => isOwn(view, caller) || (view.is_shared && caller.permissions.has("settings.edit"))

/** A view of somebody else does not exist for others if it is not shared, or if they may not see its list. */
export const maySee = (view: Listed, caller: Viewer, lists: readonly string[]) =>
  isOwn(view, caller) || (view.is_shared && lists.includes(view.list))

export function assertMayEdit(view: View, caller: Viewer) {
  if (!mayEdit(view, caller)) throw savedViewProblem("VIW-2001")
}

/** `isOneMore`: of a person, of the shared ones. */
export function assertBelowMax(counts: { own: number; shared: number }, adds: { own: boolean; shared: boolean }) {
  const isOver = (adds.own && counts.own >= maxOfPerson) || (adds.shared && counts.shared >= maxShared)
  if (isOver) throw savedViewProblem("VIW-1002", { max: maxOfPerson, maxShared })
}
