import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { noticeSweeps } from "./jobs.ts"
import { noticeOperations } from "./operations.ts"

export const notices = slice({
  operations: withActions("notices", noticeOperations),
  chapters: {
    notices: {
      part: "People",
      about:
        "A notice is what a person should know, such as an approval that waits. Each person chooses which come by mail or on the page.",
      guides: ["notifications"],
    },
  },
  sweeps: noticeSweeps,
})
