import { knownBy } from "../api-keys/key.ts"
import { budget, networkOf } from "../kit/budget.ts"
import { lately } from "../kit/lately.ts"
import { Problem } from "../kit/problem.ts"

/** What guessing costs: this many wrong keys a minute from one address, then it must wait. */
const guesses = budget(300)

type Schemes = "ApiKey" | "ApiKey or Bearer"

/** Authorization: ApiKey <key>, and for agents also Bearer <key> → what the key is known by. */
export function credentialIn(header: string | undefined, schemes: Schemes): string {
  const hash = hashIn[schemes](header ?? "")
  if (hash === undefined) throw new Problem("AUT-1003")
  return hash
}

/** A header's hash is always the same, so the last ones are kept. What a key may do is read each time. */
const hashFor = (schemes: Schemes) => lately((header: string) => knownBy(keyIn(header, schemes)))
const hashIn = { ApiKey: hashFor("ApiKey"), "ApiKey or Bearer": hashFor("ApiKey or Bearer") }

/** The key itself, of whatever kind. */
export function keyIn(header: string | undefined, schemes: Schemes): string {
  if (header === undefined || header === "") throw new Problem("AUT-1001")
  const [, scheme = "", key] = /^(\S+) +(\S+)$/.exec(header) ?? []
  const known = scheme.toLowerCase() === "apikey" || (schemes !== "ApiKey" && scheme.toLowerCase() === "bearer")
  if (!known || key === undefined) throw new Problem("AUT-1002")
  return key
}

/** A key that is none costs its sender a guess; who has none left hears only when to come again. */
export function afterGuess(problem: Problem, address: string): Problem {
  if (problem.code !== "AUT-1003") return problem
  try {
    guesses.spend(networkOf(address))
    return problem
  } catch (limit) {
    return limit as Problem
  }
}
