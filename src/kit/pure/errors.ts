import { errorFamily, type Problem, problemsOf } from "./problem.ts"

const authentication = errorFamily("Authentication", "The caller could not be identified.", {
  "AUT-1001": [401, "Send the header Authorization: ApiKey <your key>"],
  "AUT-1002": [401, "The Authorization header must be the word ApiKey, a space, and the key"],
  "AUT-1003": [401, "This API key is unknown, or it was deleted or disabled; use another one"],
  "AUT-1004": [401, "This API key expired at {expiresAt}; create a new one"],
  "AUT-1005": [401, "This session has ended; sign in again"],
  "AUT-1006": [401, "The e-mail, the password or the code is wrong"],
  "AUT-1007": [401, "Send the code of your authenticator app, or a recovery code, as well"],
  "AUT-1008": [401, "Too many wrong attempts; even the right password is refused for {retryAfterSeconds} s"],
  "AUT-1009": [
    401,
    "Confirm that it is you with POST /v1/sessions/confirm or /v1/passkeys/confirm, then repeat; a confirmation holds for {holdsFor}",
  ],
  "AUT-1010": [401, "This link was used, replaced or has expired; ask for a new one with POST /v1/passwords/forgot"],
  "AUT-1011": [401, "This access token is unknown, has expired or was revoked; refresh it, or connect the assistant again"],
})

const tenant = errorFamily(
  "Tenant",
  "The header X-TENANT-ID is missing, malformed, unknown, or not the tenant of the key. All four get the same answer.",
  { "TEN-1001": [400, "Invalid Tenant ID"] },
)

const permission = errorFamily("Permission", "The caller is known and may not do this.", {
  "PRM-1001": [403, "This needs the permission {permission}, which you do not hold; ask an admin of your tenant", "AGENT_TOOL_FORBIDDEN"],
  "PRM-1002": [
    403,
    "The role {role} has {permission}, which you lack, so you can't grant this role, or change or delete a user or key that has it",
    "AGENT_TOOL_FORBIDDEN",
  ],
  "PRM-1003": [403, "A session can change things only from our own pages; send the header Origin: {origin}"],
  "PRM-1004": [403, "Only people who are signed in can do this; an API key has no password, sessions or second factor"],
  "PRM-1005": [
    403,
    "This token is read-only; to draft, request one with agent:write, or have its user connect the assistant again and allow drafts",
    "AGENT_TOOL_FORBIDDEN",
  ],
  "PRM-1006": [
    403,
    "An assistant can't change a contact's e-mail: whoever reads the new mailbox can sign in as the contact. A person must change it",
    "AGENT_TOOL_FORBIDDEN",
  ],
  "PRM-1007": [
    403,
    "The tenant requires two-factor sign-in of everybody; set it up with POST /v1/two-factor/enroll, until then nothing else opens",
    "AGENT_TOOL_FORBIDDEN",
  ],
})

const validation = errorFamily("Validation", "The request is not valid. `errors` names every field; nothing was changed.", {
  "VAL-1001": [400, "The body can't be read as JSON: {detail}"],
  "VAL-1002": [400, "{detail}"],
  "VAL-1003": [400, "{detail}"],
  "VAL-1004": [400, "{parameter} is not a parameter of this request; it takes {allowed}"],
  "VAL-1005": [400, "{detail}"],
  "VAL-1006": [413, "The body is over 1 MiB; send less at once"],
  "VAL-1008": [415, "The body must be sent as application/json, not {contentType}"],
  "VAL-1009": [413, "The file is over {limit} MiB; send it in parts"],
})

const general = errorFamily("General", "The object, route or method does not exist, or the object has changed since it was read.", {
  "GEN-1001": [400, "Malformed HTTP request: {detail}; nothing was done"],
  "GEN-1004": [404, "There is no {kind} {reference} here", "AGENT_TOOL_REFERENCE_NOT_FOUND"],
  "GEN-1005": [405, "Method {method} is not allowed here; use {instead}"],
  "GEN-1006": [404, "There is no {method} {path}; the routes are listed under /docs"],
  "GEN-1007": [431, "The headers are over 16 KiB; send fewer"],
  "GEN-1008": [408, "The request did not arrive in time, 10 seconds for its headers and 30 for all of it; nothing was done"],
  "GEN-1009": [409, "This {kind} was changed meanwhile: it is at version {version}; read it again and repeat"],
  "GEN-1010": [409, "There is already a {kind} with this {field}: {_id}"],
  "GEN-1011": [417, "The header Expect may only be 100-continue; leave it out. Nothing was done"],
  "GEN-1020": [422, "A sum is more than 9007199254740991, which JSON numbers can't express exactly; ask for one currency or fewer days"],
})

const references = errorFamily("Smart references", "A reference by e-mail, code or name matches nothing, or several objects.", {
  "SMR-1001": [404, "No {kind} matches {reference}", "AGENT_TOOL_REFERENCE_NOT_FOUND"],
  "SMR-1002": [409, "{reference} matches several {kind}; use an id, a code or a whole name", "AGENT_TOOL_AMBIGUOUS_REFERENCE"],
})

const idempotency = errorFamily("Idempotency", "The Idempotency-Key protects an operation from running twice.", {
  "IDM-1001": [400, "The Idempotency-Key must have 1 to 256 characters"],
  "IDM-1002": [422, "This Idempotency-Key was used for another request; nothing was done. Use a new key for a new operation"],
  "IDM-1003": [409, "A request with this Idempotency-Key is still running; try again in a second with the same key"],
  "IDM-1004": [400, "This request moves money and needs an Idempotency-Key header"],
})

const sandboxes = errorFamily("Sandboxes", "Simulations serve sandbox tenants only, and a sandbox's clock has its limits.", {
  "TNT-1001": [409, "Simulations work only in sandbox tenants; this tenant is live"],
  "TNT-1002": [422, "A sandbox clock may be at most 50 years ahead of the real time"],
  "TNT-1003": [409, "The clock is moving to {target}; try again once it has arrived"],
})

const rateLimits = errorFamily("Rate limits", "Too many requests at once. The header Retry-After says when to try again.", {
  "RTE-1001": [429, "Too many requests; try again in {retryAfterSeconds} s", "AGENT_TOOL_RATE_LIMITED"],
})

const system = errorFamily(
  "System",
  "Something failed on our side, and the request may or may not have taken effect. " +
    "Repeat it with the same Idempotency-Key, so that it takes effect once.",
  {
    "SYS-9001": [500, "Something failed on our side; repeat with the same Idempotency-Key, so that it takes effect once"],
    "SYS-9002": [503, "The service is unavailable for a moment; repeat with the same Idempotency-Key, so that it takes effect once"],
    "SYS-9003": [
      503,
      "The database of this tenant, the cell {cell}, is unavailable for a moment; other tenants are served. " +
        "Repeat with the same Idempotency-Key, so that it takes effect once",
    ],
  },
)

const metrics = errorFamily("Metrics", "If the setting METRICS has a token, `/metrics` answers only requests that send it.", {
  "MTR-1001": [401, "Send the header Authorization: Bearer <token>, with the token of the setting METRICS"],
})

/** The refusals that do not belong to one resource. */
export const generalProblem = problemsOf(
  authentication,
  tenant,
  permission,
  validation,
  general,
  references,
  idempotency,
  sandboxes,
  rateLimits,
  system,
  metrics,
)

export function unknownField(path: string): Problem {
  const message = `${path} is not a field of this request`
  return generalProblem("VAL-1005", { detail: message }, [{ path, message }])
}

/** A field, parameter or header with an invalid value: `invalidField("limit", "must be …")`. */
export function invalidField(path: string, rule: string): Problem {
  const message = `${path} ${rule}`
  return generalProblem("VAL-1003", { detail: message }, [{ path, message }])
}

/** A field that is required because of the others: `missingField("schedule", "is required for …")`. */
export function missingField(path: string, rule: string): Problem {
  const message = `${path} ${rule}`
  return generalProblem("VAL-1002", { detail: message }, [{ path, message }])
}
