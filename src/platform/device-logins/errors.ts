import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const deviceLogins = errorFamily("Device logins", "A machine asked a person to let it in, and that has ended.", {
  "DVL-1001": [403, "The person who was asked has denied this; no API key was made. Start again if that was a mistake"],
  "DVL-1002": [409, "This login is over: it was used, or nobody answered within {minutes} minutes. Start again"],
  "DVL-1003": [409, "This code was answered already, or its time is over; let the machine ask again"],
  "DVL-1004": [403, "The person who allowed this may no longer do so; no API key was made. Start again"],
})

export const deviceLoginProblem = problemsOf(deviceLogins)
