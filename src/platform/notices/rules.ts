import type { Permission } from "../../kit/pure/permissions.ts"
import type { Choice } from "./schema.ts"
import { kindNames, type NoticeKind, noticeKinds } from "./values.ts"

/** How a kind reaches somebody: as they chose, else by mail and on the page. */
export const choiceOf = (kind: NoticeKind, chosen: readonly Choice[]): Choice =>
  chosen.find(each => each.kind === kind) ?? { kind, mail: true, page: !isMailOnly(kind) }

/** A kind is offered to those who can get it. */
export function choicesOf(held: ReadonlySet<Permission>, chosen: readonly Choice[]): Choice[] {
  const offered = kindNames.filter(kind => {
    const { needs } = declarationOf(kind)
    return needs === undefined || held.has(needs)
  })
  return offered.map(kind => choiceOf(kind, chosen))
}

type Change = { kind: NoticeKind; mail?: boolean | undefined; page?: boolean | undefined }

export const changed = (before: Choice, { mail = before.mail, page = before.page }: Change): Choice => ({
  ...before,
  mail,
  page: page && !isMailOnly(before.kind),
})

const declarationOf = (kind: NoticeKind): { needs?: Permission; isMailOnly?: true } => noticeKinds[kind]
const isMailOnly = (kind: NoticeKind) => declarationOf(kind).isMailOnly === true
