import { slice } from "../../kit/operation/slice.ts"
import { releaseOperations } from "./operations.ts"

export const releases = slice({
  operations: releaseOperations,
  chapters: {
    releases: {
      part: "People",
      about: "What a new version of Countersign added. The dashboard shows it once to each person who worked with an earlier one.",
      guides: ["upgrading"],
    },
  },
})
