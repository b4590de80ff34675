import { ApiError } from "../../client.ts"
import type { Field } from "../../lib/form.ts"
import { Credential } from "../../ui/field-credential.tsx"
import type { Provider } from "./data.ts"

/** The fields of a provider's credentials. `describe` adds to the hint what is known of each. */
export const credentialFields = (
  { credentials }: Provider,
  describe: (field: Provider["credentials"][number]) => { isRequired: boolean; hint: string; placeholder?: string },
): Field[] => credentials.map(each => ({ name: `credentials.${each.field}`, label: each.label, ...kindOf(each), ...describe(each) }))

/** Only what is secret is hidden while it is typed. */
function kindOf({ isSecret, isLong, choices, whenEmpty }: Provider["credentials"][number]) {
  if (choices) return { kind: "choice" as const, choices, ...(whenEmpty !== null && { placeholder: whenEmpty }) }
  if (isSecret) return { kind: "credential" as const, isLong, Control: Credential }
  return { kind: isLong ? ("long-text" as const) : ("text" as const) }
}

/** Refusals of the credentials themselves: of another mode, rejected, without rights, of another account. */
const aboutCredentials = new Set(["GTW-1005", "GTW-1006", "GTW-1007", "GTW-1008", "GTW-2003"])

/** A refusal is shown at the first field that was filled in, because the provider does not say which one is wrong. */
export async function sendCredentials<T>(input: Record<string, unknown>, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || !aboutCredentials.has(error.failure.code)) throw error
    const [field = ""] = Object.keys((input["credentials"] ?? {}) as object)
    const { failure, status } = error
    throw new ApiError(status, { ...failure, errors: [{ path: `credentials.${field}`, message: failure.message }] })
  }
}
