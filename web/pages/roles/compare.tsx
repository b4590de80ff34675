import { Check, Eye, Minus, PencilLine } from "lucide-react"
import { type ReactNode, useState } from "react"
import { movesMoney } from "../../../src/kit/pure/permissions.ts"
import type { AnyRole } from "../../dashboard/roles.ts"
import { sayGroup, sayPermission } from "../../lib/permission-words.ts"
import { t } from "../../lib/translate.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { cn } from "../../ui/cn.ts"
import { ScrollRegion } from "../../ui/scroll-region.tsx"
import { Toggle } from "../../ui/toggle.tsx"
import { MoneyMark } from "./permission-control.tsx"
import { accessOf, groups, special } from "./permission-list.ts"

type Line = { key: string; name: string; isMoney: boolean; valueOf(role: AnyRole): string }

const lines: readonly Line[] = [
  ...groups.map(group => ({
    key: group,
    name: sayGroup(group),
    isMoney: movesMoney(`${group}.edit`),
    valueOf: ({ permissions }: AnyRole): string => accessOf(permissions, group),
  })),
  ...special.map(permission => ({
    key: permission,
    name: sayPermission(permission),
    isMoney: movesMoney(permission),
    valueOf: ({ permissions }: AnyRole) => (permissions.includes(permission) ? "yes" : "no"),
  })),
]

/** Roles beside each other; with many, the person chooses some. */
export function Compare({ roles }: { roles: readonly AnyRole[] }) {
  const [hidden, setHidden] = useState<readonly string[]>([])
  const [isOnlyDifferent, setOnlyDifferent] = useState(false)
  const shown = roles.filter(({ role }) => !hidden.includes(role))
  const differs = ({ valueOf }: Line) => new Set(shown.map(valueOf)).size > 1
  const rows = isOnlyDifferent ? lines.filter(differs) : lines
  return (
    <Card aria-label={t`Compare roles`}>
      <CardHead title={t`What each role may do`} hint={t`Nobody can grant a role with more permissions than their own`}>
        <Toggle isOn={isOnlyDifferent} onChange={setOnlyDifferent} label={t`Only differences`} />
      </CardHead>
      <ul className="flex flex-wrap gap-1.5 px-5 pb-3" aria-label={t`Roles to compare`}>
        {roles.map(({ role, name }) => {
          const isShown = !hidden.includes(role)
          return (
            <li key={role}>
              <button
                type="button"
                aria-pressed={isShown}
                onClick={() => setHidden(isShown ? [...hidden, role] : hidden.filter(each => each !== role))}
                className={cn(
                  "h-7 rounded-full px-2.5 text-xs shadow-line",
                  isShown ? "bg-accent-soft text-accent" : "text-fg-3 hover:text-fg",
                )}
              >
                {name}
              </button>
            </li>
          )
        })}
      </ul>
      {shown.length === 0 || rows.length === 0 ? (
        <p className="border-t border-line px-5 py-8 text-center text-fg-3">
          {shown.length === 0 ? t`Choose roles to compare.` : t`These roles may do the same.`}
        </p>
      ) : (
        <Table roles={shown} rows={rows} />
      )}
    </Card>
  )
}

const Table = ({ roles, rows }: { roles: readonly AnyRole[]; rows: readonly Line[] }) => (
  <ScrollRegion label={t`Table of roles and permissions`} className="relative border-t border-line">
    <table className="w-full border-collapse text-start text-sm">
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className="sticky start-0 h-9 bg-surface px-3 ps-5 text-xs font-medium text-fg-3">
            {t`Permission`}
          </th>
          {roles.map(({ role, name }) => (
            <th key={role} scope="col" className="h-9 px-3 text-center text-xs font-medium whitespace-nowrap text-fg-3">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, isMoney, valueOf }) => (
          <tr key={key} className="border-b border-line last:border-0 hover:bg-hover">
            <th
              scope="row"
              className="sticky start-0 h-9 bg-surface px-3 ps-5 font-normal whitespace-nowrap max-sm:max-w-36 max-sm:whitespace-normal"
            >
              {name} {isMoney && <MoneyMark />}
            </th>
            {roles.map(role => (
              <td key={role.role} className="px-3 text-center">
                {marks[valueOf(role)]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
)

const mark = (Icon: typeof Check, word: string, tone: string, isSilent = false) => (
  <span className={`inline-flex items-center gap-1 text-xs ${tone}`}>
    <Icon className="size-3.5" aria-hidden />
    <span className={isSilent ? "sr-only" : ""}>{word}</span>
  </span>
)

const marks: Readonly<Record<string, ReactNode>> = {
  edit: mark(PencilLine, t`Change`, "text-accent"),
  view: mark(Eye, t`See`, "text-fg-2"),
  none: mark(Minus, t`Nothing`, "text-fg-3", true),
  yes: mark(Check, t`Yes`, "text-accent"),
  no: mark(Minus, t`No`, "text-fg-3", true),
}
