import type { SourceChange } from "../test/programs.ts"

/** Mistakes that a trial must find, or its clean results would prove nothing. */
export const controls: readonly (SourceChange & { name: string })[] = [
  {
    name: "the answer is not kept under its key",
    path: "src/kit/operation/perform.ts",
    from: "if (key && status < 500) storeResponse",
    to: "if (key && status < 100) storeResponse",
  },
  {
    name: "a change overwrites one that came between",
    path: "src/kit/db/table.ts",
    from: "t.id = r.id and t.revision = r.expected",
    to: "t.id = r.id",
  },
  {
    name: "nothing is held for approval",
    path: "src/control/approvals/hold.ts",
    from: "if (!match) return noApproval",
    to: "if (match?.policy !== null) return noApproval",
  },
]
