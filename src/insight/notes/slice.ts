import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { noteProblem } from "./errors.ts"
import { noteAndTagOperations } from "./operations.ts"

export const notes = slice({
  operations: withActions("notes", noteAndTagOperations),
  chapters: {
    notes: {
      part: "People",
      about: "A note is what a person of the tenant writes about any object, for colleagues only: contacts and partners never see it.",
      guides: ["dashboard"],
    },
    tags: { part: "People", about: "A tag is a short label of any object. Every list can be filtered by it.", guides: ["lists"] },
  },
  errors: noteProblem.families,
  refuses: ["NOT-", "GEN-1004", "SMR-"],
  audits: { tags: { needs: "notes.view" } },
})
