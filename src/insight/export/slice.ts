import type { Operation } from "../../kit/operation/operation.ts"
import { slice } from "../../kit/operation/slice.ts"
import { exportProblem } from "./errors.ts"
import { exportOperations } from "./operations.ts"

/** `operations` contains those of all slices, so it is read only after app.ts has joined them. */
export const exportAll = (operations: () => readonly Operation[]) =>
  slice({
    operations: exportOperations(operations),
    chapters: {
      export: {
        part: "Control",
        about: "Everything that a tenant has, as one archive. It is sent while it is read from one snapshot, and nothing of it is stored.",
        guides: ["moving"],
      },
    },
    errors: exportProblem.families,
    audits: { exports: { needs: "settings.view" } },
  })
