import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const notes = errorFamily("Notes", "A note or a tag can't be added to this object, or the note is somebody else's.", {
  "NOT-1001": [422, "Objects of the type {type} have no notes and tags; the type is the path of its API, such as payment-intents"],
  "NOT-1002": [422, "{name} can't be mentioned here: only active people who may see notes and this object can"],
  "NOT-2001": [403, "Somebody else wrote this note; only its author can change or delete it"],
})

export const noteProblem = problemsOf(notes)
