import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const portals = errorFamily("Portals", "A contact or partner can't do this in their portal now.", {
  "POR-2001": [
    403,
    "The e-mail of this portal was changed at {changedAt}, so nothing can be changed in it until {until}; nothing was done",
  ],
})

export const portalProblem = problemsOf(portals)
