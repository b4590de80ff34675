import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const bankAnswers = errorFamily(
  "Bank answers",
  "A file with answers of the bank can't be imported. It is imported completely or not at all.",
  {
    "BAN-1001": [422, "The file can't be imported: {where}{reason}. Nothing was booked"],
    "BAN-1002": [422, "The file answers about {message}, which is no payment file of {account}. Nothing was booked"],
  },
)

export const bankAnswerProblem = problemsOf(bankAnswers)
