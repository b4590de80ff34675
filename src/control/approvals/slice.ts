import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { delegationOperations } from "./delegation-operations.ts"
import { approvalProblem } from "./errors.ts"
import { approvalJobs, approvalSweeps } from "./jobs.ts"
import { policyOperations } from "./policy-operations.ts"
import type { Gates } from "./ports.ts"
import { requestOperations } from "./request-operations.ts"
import { ApprovalRequest } from "./schema.ts"

export const approvals = (gates: Gates) =>
  slice({
    operations: [
      ...withActions("approvals/policies", policyOperations(gates)),
      ...withActions("approvals/requests", requestOperations(gates)),
      ...delegationOperations,
    ],
    chapters: {
      approvals: {
        part: "Control",
        about: "Policies hold actions that move money until the right people have approved them.",
        guides: ["approvals"],
      },
    },
    errors: approvalProblem.families,
    refuses: ["APR-", "SMR-"],
    events: { approvalRequests: { object: ApprovalRequest, actions: ["create", "update"] } },
    audits: {
      approvalRequests: { needs: "approvals.view" },
      approvalPolicies: { needs: "approvals.view" },
      delegations: { needs: "approvals.view" },
    },
    jobs: approvalJobs(gates),
    sweeps: approvalSweeps,
  })
