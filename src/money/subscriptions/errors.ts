import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const subscriptions = errorFamily("Subscriptions", "The state of a subscription, or what it charges by, does not allow this.", {
  "SUB-1001": [422, "This subscription can't charge by the authorization {authorization}, because {reason}; use another one"],
  "SUB-1002": [422, "This subscription can't charge the saved method {savedMethod}, because {reason}; use another one"],
  "SUB-2001": [409, "This subscription is {status}, so it can't be {action}; only {allowed} can"],
  "SUB-2002": [409, "This subscription ends at {cancelAt}, so it can't be paused; cancel it now, or let it end"],
  "SUB-2003": [409, "{cycle} cycles of this subscription have been raised, so its startAt can no longer be changed"],
})

export const subscriptionProblem = problemsOf(subscriptions)
