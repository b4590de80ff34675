import { useQueryClient } from "@tanstack/react-query"
import { permissionsOf, roleNames } from "../../../src/kit/pure/permissions.ts"
import { request } from "../../client.ts"
import { useSession } from "../../dashboard/session.tsx"
import type { Choice, Field } from "../../lib/form.ts"
import { tenantNow, tenantZone, toLocal } from "../../lib/time.ts"
import { say } from "../../lib/words.ts"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import { grantableRoles } from "../users/permission-table.tsx"

const decidingRoles = roleNames.filter(role => permissionsOf(role).has("approvals.decide"))

const personField = (name: string, label: string, query: Record<string, string>): Field => ({
  name,
  label,
  kind: "reference",
  isRequired: true,
  route: "GET /v1/users",
  query: { type: "person", active: "true", ...query },
  describe: personChoice,
})

const personChoice = (row: Record<string, unknown>): Choice => ({
  value: String(row["_id"]),
  label: `${String(row["name"])}, ${say(String(row["role"])).toLowerCase()}, ${String(row["email"])}`,
})

const from: Field = { name: "from", label: "From", kind: "moment", isRequired: true, initial: () => toLocal(tenantNow()) }
const until: Field = { name: "until", label: "Until", kind: "moment", isRequired: true }

type Props = {
  /** Whose approvals; where it is not said, the form asks. */
  user?: string
  isOpen: boolean
  onClose(): void
}

/** Lets another person decide for a time. Offers only people whose role decides. */
export function HandOverDialog({ user, isOpen, onClose }: Props) {
  const queries = useQueryClient()
  const { user: me } = useSession()
  const mine = grantableRoles(me.permissions)
  const changeable = decidingRoles.filter(role => mine.includes(role))
  const fields = [
    ...(user ? [] : [personField("user", "Who is away", { "role[in]": changeable.join(",") })]),
    personField("to", "Who decides meanwhile", { "role[in]": decidingRoles.join(","), ...(user && { "_id[ne]": user }) }),
    from,
    { ...until, hint: `Times are those of ${tenantZone()}` },
  ]
  return (
    <FormDialog
      id={`hand over ${user ?? ""}`}
      isOpen={isOpen}
      onClose={onClose}
      title={user ? "Hand over your approvals" : "Hand over somebody’s approvals"}
      description={
        user
          ? "For a time somebody else decides what waits for you. You can still decide yourself, and end it whenever you like."
          : "For a time somebody else decides what waits for them. They can still decide themselves."
      }
      fields={fields}
      submit={() => "Hand over"}
      send={({ user: chosen, ...input }, idempotencyKey) =>
        request("POST /v1/users/{id}/delegate", input, { path: { id: user ?? String(chosen) }, idempotencyKey })
      }
      onDone={() => {
        notify("Handed over", "Each decision shows who made it, and for whom.")
        void queries.invalidateQueries()
      }}
    />
  )
}
