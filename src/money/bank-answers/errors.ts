import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const bankAnswers = errorFamily(
  "Bank answers",
  "A file with answers of the bank can't be imported, or has no such part. It is imported completely or not at all.",
  {
    "BAN-1001": [422, "The file can't be imported: {where}{reason}. Nothing was booked"],
    "BAN-1002": [422, "The file answers about {message}, which is no payment file of {account}. Nothing was booked"],
    "BAN-2001": [409, "No part of this answer waits for a person"],
    "BAN-2002": [409, "Part {item} of this answer does not wait for a person; those that wait are {waiting}"],
    "BAN-2003": [409, "No part of this answer can be applied again: what waits names no payment of yours"],
  },
)

export const bankAnswerProblem = problemsOf(bankAnswers)
