import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const exports = errorFamily("Export", "Everything that a tenant has can't be exported now.", {
  "EXP-1001": [409, "Another export is running in this service, which runs one at a time; try again when it has ended"],
})

export const exportProblem = problemsOf(exports)
