import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const savedViews = errorFamily("Saved views", "A view of a list can't be saved, or it is not yours to change.", {
  "VIW-1001": [422, "There is no list {list} that you may see"],
  "VIW-1002": [422, "A person has at most {max} saved views, and a tenant shares at most {maxShared}; delete one first"],
  "VIW-2001": [403, "This view is shared by somebody else; only its owner and people with the permission settings.edit can change it"],
})

export const savedViewProblem = problemsOf(savedViews)
