import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const mails = errorFamily("Mails", "The mail is not in the state that this request needs.", {
  "MLS-2001": [409, "This mail is {status}; only a mail that was sent can bounce"],
})

export const mailProblem = problemsOf(mails)
