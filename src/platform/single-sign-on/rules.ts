import { minuteMs } from "../../kit/pure/calendar.ts"

/** How long a person may take at the provider. */
export const flowMs = 10 * minuteMs

/** Where the provider leads a browser back to. */
export const callbackPath = "/sign-in/sso/callback"

export const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1).toLowerCase()

/** Whether the provider says that the person has proved a second factor (RFC 8176). */
export const saysSecondFactor = (amr: unknown) => Array.isArray(amr) && amr.includes("mfa")
