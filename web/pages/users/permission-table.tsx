import { Check, Eye, Minus, PencilLine } from "lucide-react"
import { builtIn, type Permission, permissions, permissionsOf, type Role, roleNames } from "../../../src/kit/pure/permissions.ts"
import { sayGroup, sayPermission } from "../../lib/permission-words.ts"
import { say } from "../../lib/words.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { ScrollRegion } from "../../ui/scroll-region.tsx"

const groups = permissions.flatMap(permission => {
  const [group, verb] = permission.split(".")
  return verb === "edit" && group ? [group] : []
})
const special = permissions.filter(permission => !groups.some(group => permission === `${group}.view` || permission === `${group}.edit`))

/** Roles beside permissions, from the same lists that the service checks. */
export function PermissionTable() {
  return (
    <Card aria-label="Roles">
      <CardHead title="What each role may do" hint="Nobody can grant a role with more permissions than their own" />
      <ScrollRegion label="Table of roles and permissions" className="relative border-t border-line">
        <table className="w-full border-collapse text-start text-sm">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="sticky start-0 h-9 bg-surface px-3 ps-5 text-xs font-medium text-fg-3">
                Permission
              </th>
              {roleNames.map(role => (
                <th key={role} scope="col" className="h-9 px-3 text-center text-xs font-medium whitespace-nowrap text-fg-3">
                  {say(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map(group => (
              <Row key={group} name={sayGroup(group)} cell={role => <Access role={role} group={group} />} />
            ))}
            {special.map(permission => (
              <Row key={permission} name={sayPermission(permission)} cell={role => <Holds role={role} permission={permission} />} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  )
}

const Row = ({ name, cell }: { name: string; cell(role: Role): React.ReactNode }) => (
  <tr className="border-b border-line last:border-0 hover:bg-hover">
    <th
      scope="row"
      className="sticky start-0 h-9 bg-surface px-3 ps-5 font-normal whitespace-nowrap max-sm:max-w-36 max-sm:whitespace-normal"
    >
      {name}
    </th>
    {roleNames.map(role => (
      <td key={role} className="px-3 text-center">
        {cell(role)}
      </td>
    ))}
  </tr>
)

function Access({ role, group }: { role: Role; group: string }) {
  const held: ReadonlySet<string> = permissionsOf(builtIn(role))
  if (held.has(`${group}.edit`)) return <Mark icon={PencilLine} word="Change" tone="text-accent" />
  return held.has(`${group}.view`) ? <Mark icon={Eye} word="See" tone="text-fg-2" /> : <Mark icon={Minus} word="Nothing" tone="text-fg-3" />
}

const Holds = ({ role, permission }: { role: Role; permission: Permission }) =>
  permissionsOf(builtIn(role)).has(permission) ? (
    <Mark icon={Check} word="Yes" tone="text-accent" />
  ) : (
    <Mark icon={Minus} word="No" tone="text-fg-3" />
  )

const Mark = ({ icon: Icon, word, tone }: { icon: typeof Check; word: string; tone: string }) => (
  <span className={`inline-flex items-center gap-1 text-xs ${tone}`}>
    <Icon className="size-3.5" aria-hidden />
    <span className={word === "Nothing" || word === "No" ? "sr-only" : ""}>{word}</span>
  </span>
)
