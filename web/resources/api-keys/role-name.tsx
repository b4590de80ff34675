import { useRoleName } from "../../dashboard/roles.ts"

/** The name of a key's role, which may be one of the business's own. */
export const RoleName = ({ role }: { role: string }) => useRoleName(role)
