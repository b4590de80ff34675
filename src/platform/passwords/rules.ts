import { dayMs, hourMs } from "../../kit/pure/calendar.ts"
import { invalidField } from "../../kit/pure/errors.ts"

/** Length is what makes a password strong; rules about its characters only make it hard to remember. */
export const minPasswordLength = 12
export const maxPasswordLength = 256

/** Short, because whoever reads the mail can use the link. An invitation must outlive a weekend. */
export const resetLifetimeMs = hourMs
export const invitationLifetimeMs = 7 * dayMs

/** `isCommon`: whether the password is among those that attackers try first. */
export function assertAcceptable(password: string, email: string, isCommon: (password: string) => boolean) {
  if (password.toLowerCase() === email.toLowerCase()) throw invalidField("password", "must not be your e-mail")
  if (isCommon(password)) throw invalidField("password", "is one of the commonest passwords, which attackers try first; choose another")
}
