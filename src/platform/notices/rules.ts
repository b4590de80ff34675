import type { Permission } from "../../kit/pure/permissions.ts"
import type { Choice } from "./schema.ts"
import { kindNames, type NoticeKind, noticeKinds } from "./values.ts"

const unchosen = { mail: true, page: true }

/** How a kind reaches somebody: as they chose, else by mail and on the page. */
export const choiceOf = (kind: NoticeKind, chosen: readonly Choice[]): Choice =>
  chosen.find(each => each.kind === kind) ?? { kind, ...unchosen }

/** A kind is offered to those who can get it. */
export function choicesOf(held: ReadonlySet<Permission>, chosen: readonly Choice[]): Choice[] {
  const offered = kindNames.filter(kind => {
    const { needs }: { needs?: Permission } = noticeKinds[kind]
    return needs === undefined || held.has(needs)
  })
  return offered.map(kind => choiceOf(kind, chosen))
}

type Change = { kind: NoticeKind; mail?: boolean | undefined; page?: boolean | undefined }

export const changed = (before: Choice, { mail = before.mail, page = before.page }: Change): Choice => ({ ...before, mail, page })
