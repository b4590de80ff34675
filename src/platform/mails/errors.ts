import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const mails = errorFamily("Mails", "The mail is not in the state that this needs.", {
  "MLS-2001": [409, "This mail is {status}; only one that was sent can come back"],
})

export const mailProblem = problemsOf(mails)
