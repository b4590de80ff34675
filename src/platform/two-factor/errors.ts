import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const twoFactor = errorFamily("Two-factor sign-in", "The second factor is not in the state that this request needs.", {
  "TFA-1001": [409, "Two-factor sign-in is on; turn it off with POST /v1/two-factor/disable before you enroll again"],
  "TFA-1002": [409, "There is no enrolment to confirm, or it has expired after 10 minutes; begin with POST /v1/two-factor/enroll"],
  "TFA-1003": [409, "Two-factor sign-in is off; begin with POST /v1/two-factor/enroll"],
})

export const twoFactorProblem = problemsOf(twoFactor)
