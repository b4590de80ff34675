import { slice } from "../../kit/operation/slice.ts"
import { clockOperations } from "./operations.ts"
import { clockLoop, type TimedWork } from "./run.ts"

/** `work` contains the work of all slices, so it is read only after app.ts has joined them. */
export const clock = (work: () => TimedWork) =>
  slice({
    operations: clockOperations(work),
    chapters: {
      simulations: {
        part: "Development",
        about: "For sandboxes only: move the clock, and simulate banks and gateways.",
        guides: ["testing"],
      },
    },
    loops: [clockLoop(work)],
  })
