import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const documents = errorFamily("Documents", "The object has no such document, or not yet.", {
  "DOC-2001": [409, "There is no {kind} of this {noun} while it is {status}; there is one {when}"],
  "DOC-2002": [422, "The statement has {lines} lines, and a PDF has at most {max}; read it as CSV or JSON"],
})

export const documentProblem = problemsOf(documents)
