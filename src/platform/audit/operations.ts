import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { readTeam, readUser } from "../tenants/store.ts"
import { AuditEntry, auditFilters, AuditReport } from "./schema.ts"
import { listAudit } from "./store.ts"
import { timeline } from "./timeline.ts"
import { verifyChain } from "./verify.ts"

export const auditOperations = [
  listing({
    route: "GET /v1/audit-log",
    label: "List audit entries",
    noun: "auditEntry",
    plural: "auditEntries",
    summary: "Who did what, when and from where, newest first",
    needs: "audit.view",
    filters: auditFilters,
    item: AuditEntry,
    run: listAudit,
  }),

  operation({
    route: "GET /v1/audit-log/verify",
    label: "Verify the audit log",
    noun: "auditReport",
    summary: "Recompute the hash chain of the audit log and name every entry that was changed, removed or added outside of it",
    needs: "audit.view",
    effect: "read",
    input: noInput,
    output: AuditReport,
    run: verifyChain,
  }),

  timeline("users", "users.view", readUser), // here, because tenants are an earlier slice
  timeline("teams", "users.view", readTeam),
]
