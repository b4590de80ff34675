import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const passkeys = errorFamily("Passkeys", "A passkey is not accepted, or can't be added.", {
  "PSK-1001": [401, "This passkey is not accepted: nobody here has it, or it signed for another address, person or session"],
  "PSK-1002": [401, "This challenge was used, is not from here, or has expired after {minutes} minutes; ask for a new one and try again"],
  "PSK-1003": [409, "This passkey was added before; give it another name instead"],
  "PSK-1004": [422, "A person has at most {max} passkeys; remove one first"],
  "PSK-1005": [403, "You have passkeys; confirm with one of them first, with POST /v1/passkeys/confirm"],
})

export const passkeyProblem = problemsOf(passkeys)
