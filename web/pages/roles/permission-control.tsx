import { Coins } from "lucide-react"
import type { ReactNode } from "react"
import { movesMoney, neededBeside, type Permission } from "../../../src/kit/pure/permissions.ts"
import { useSession } from "../../dashboard/session.tsx"
import type { ControlProps } from "../../lib/form.ts"
import { sayGroup, sayPermission } from "../../lib/permission-words.ts"
import { t } from "../../lib/translate.ts"
import { cn } from "../../ui/cn.ts"
import { type Access, accessOf, grantableSpecial, groups, withAccess } from "./permission-list.ts"

const levels: readonly { id: Access; label: string }[] = [
  { id: "none", label: t`Nothing` },
  { id: "view", label: t`See` },
  { id: "edit", label: t`Change` },
]

/** What a role may do: a level for each kind of object, and what stands alone. Nobody can choose what they lack. */
export function PermissionControl({ value, onChange, id }: ControlProps) {
  const { user } = useSession()
  const own: readonly string[] = user.permissions
  const chosen = value === "" ? [] : value.split(",")
  const set = (next: readonly string[]) => onChange(next.join(","))
  const toggle = (permission: Permission, isOn: boolean) => {
    const beside = neededBeside(permission)
    const needed = isOn && beside !== undefined && !chosen.includes(beside) ? [beside] : []
    set(isOn ? [...chosen, permission, ...needed] : chosen.filter(each => each !== permission))
  }
  return (
    <div id={id} className="overflow-hidden rounded-lg shadow-line">
      {groups.map(group => (
        <Line key={group} label={sayGroup(group)} isMoney={movesMoney(`${group}.edit`)}>
          <div role="radiogroup" aria-label={sayGroup(group)} className="flex shrink-0 rounded-lg bg-sunken p-0.5 shadow-line">
            {levels.map(({ id: level, label }) => (
              <Level
                key={level}
                name={`${id} ${group}`}
                label={label}
                isChosen={accessOf(chosen, group) === level}
                isLacking={level !== "none" && !own.includes(`${group}.${level}`)}
                onChoose={() => set(withAccess(chosen, group, level))}
              />
            ))}
          </div>
        </Line>
      ))}
      {grantableSpecial.map(permission => (
        <Line key={permission} label={sayPermission(permission)} isMoney={movesMoney(permission)}>
          <input
            type="checkbox"
            aria-label={sayPermission(permission)}
            className="me-1 size-4 accent-accent"
            checked={chosen.includes(permission)}
            disabled={!own.includes(permission) && !chosen.includes(permission)}
            onChange={event => toggle(permission, event.target.checked)}
          />
        </Line>
      ))}
    </div>
  )
}

const Line = ({ label, isMoney, children }: { label: string; isMoney: boolean; children: ReactNode }) => (
  <div className="flex min-h-11 items-center gap-3 border-b border-line px-3 py-1.5 last:border-0">
    <span className="min-w-0 flex-1 text-sm">
      {label} {isMoney && <MoneyMark />}
    </span>
    {children}
  </div>
)

/** Beside what moves money, or decides whether it moves. */
export const MoneyMark = () => (
  <span className="ms-1 inline-flex items-center gap-1 text-xs whitespace-nowrap text-warn">
    <Coins className="size-3" aria-hidden /> {t`moves money`}
  </span>
)

type LevelProps = { name: string; label: string; isChosen: boolean; isLacking: boolean; onChoose(): void }

const Level = ({ name, label, isChosen, isLacking, onChoose }: LevelProps) => (
  <label
    title={isLacking ? t`You can’t grant what you lack` : undefined}
    className={cn(
      "flex h-7 items-center rounded-md px-2 text-xs focus-within:outline-2 focus-within:outline-accent sm:h-6",
      isChosen ? "bg-surface font-medium text-fg shadow-button dark:bg-raised" : "text-fg-3",
      isLacking ? "cursor-not-allowed opacity-50" : "hover:text-fg",
    )}
  >
    <input type="radio" name={name} className="sr-only" checked={isChosen} disabled={isLacking} onChange={onChoose} />
    {label}
  </label>
)
