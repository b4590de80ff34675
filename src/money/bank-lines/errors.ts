import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const bankLines = errorFamily("Bank lines", "A line of a bank statement can't be matched like this.", {
  "BLN-2001": [409, "This line is {status}, so it can't be {action}; only {allowed} can"],
  "BLN-2002": [422, "The parts are {parts} {currency} and the line with its charges is {expected}; nothing was booked"],
  "BLN-2003": [422, "{object} can't be matched to this line: {reason}; nothing was booked"],
  "BLN-2004": [409, "The match with {object} can't be undone here: {reason}"],
  "BLN-2005": [409, "{object} is matched to another line of a statement; undo that match first"],
})

export const bankLineProblem = problemsOf(bankLines)
