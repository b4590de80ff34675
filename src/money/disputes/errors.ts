import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const disputes = errorFamily("Disputes", "The state of a dispute or of its charge, or the time, does not allow this.", {
  "DSP-2001": [409, "This dispute is {status}, so it can't be {action}; only {allowed} can"],
  "DSP-2002": [409, "Evidence had to be submitted by {dueAt}, and it is {now}; nothing was sent"],
  "DSP-2003": [
    409,
    "This transaction is a {type} that is {status}; only charges through the simulator that succeeded can be disputed here",
  ],
  "DSP-2004": [422, "Only {available} of this charge is left to dispute, so {amount} was refused; nothing was disputed"],
  "DSP-2005": [409, "This {stage} is {status}, so it can't become {next}; only {allowed} can. No money moved"],
})

export const disputeProblem = problemsOf(disputes)
