import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const imports = errorFamily("Imports", "A file can't be imported, or its import is in another state.", {
  "IMP-1001": [422, "The file can't be imported: {where}{reason}. Nothing was stored"],
  "IMP-1002": [422, "{reason}"],
  "IMP-2001": [409, "The import is {status}, so it can't be {action}"],
})

export const importProblem = problemsOf(imports)
