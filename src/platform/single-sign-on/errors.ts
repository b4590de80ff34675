import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const singleSignOn = errorFamily("Single sign-on", "The provider of single sign-on can't be used, or it does not let this person in.", {
  "SSO-1001": [404, "There is no single sign-on here; sign in with your password or a passkey"],
  "SSO-1002": [422, "The provider at {issuer} can't be used: {reason}"],
  "SSO-1003": [401, "The answer of the provider is not accepted, or it came too late; sign in again"],
  "SSO-1004": [403, "The provider has not verified your e-mail; ask whoever runs it"],
  "SSO-1005": [403, "E-mails of {domain} are not admitted here; ask an admin of your tenant"],
  "SSO-1006": [403, "This e-mail belongs to somebody else at the provider; ask an admin of your tenant to change one of them"],
  "SSO-1007": [403, "Your access is disabled; ask an admin of your tenant"],
  "SSO-1008": [403, "This business admits sign-in by its provider only; sign in at {signInUrl}"],
  "SSO-1009": [409, "Nobody has signed in by this provider yet; do so once, so that you know it works"],
  "SSO-1010": [409, "Only an active super admin who has a password can be the exception"],
  "SSO-1011": [409, "This person is the exception from single sign-on; name another one with POST /v1/single-sign-on/require first"],
})

export const ssoProblem = problemsOf(singleSignOn)
