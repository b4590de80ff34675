import type { Output } from "../../client.ts"

type Person = Output<"GET /v1/users">["data"][number]

/** Needed besides being listed as an approver. */
export const mayDecide = ({ active, permissions }: Pick<Person, "active" | "permissions">) =>
  active && permissions.includes("approvals.decide")
