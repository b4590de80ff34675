import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const bankStatements = errorFamily("Bank statements", "A file of the bank can't be imported. It is imported completely or not at all.", {
  "BST-1001": [422, "The file can't be imported: {where}{reason}. Nothing was booked"],
  "BST-1002": [422, "The file is about the account {found}, not about {account}. Nothing was booked"],
})

export const bankStatementProblem = problemsOf(bankStatements)
