import { slice } from "../../kit/operation/slice.ts"
import { searchOperations } from "./operations.ts"

export const search = slice({
  operations: searchOperations,
  chapters: {
    search: {
      part: "Reports",
      about: "Finds contacts and partnerships by a part of their name, e-mail or code, even when it is misspelled.",
    },
  },
})
