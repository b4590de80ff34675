import { z } from "zod"
import { Id, text, UtcTimestamp } from "../../kit/pure/fields.ts"
import { by } from "../../kit/pure/filters.ts"

const encoded = (max: number, description: string, example: string) =>
  text(max, 1)
    .regex(/^[A-Za-z0-9_-]+$/, "must be base64url without padding")
    .meta({ description, example })

const name = text(60, 1).trim().min(1, "must not be blank").meta({ description: "By which you find it again", example: "Phone" })
const credentialId = encoded(1400, "The id that the authenticator gave it", "aXQgaXMgYW4gaWQ")
const clientDataJSON = encoded(8000, "What the browser signed: challenge and origin", "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0")
const type = z.literal("public-key")
const transports = z.array(text(30, 1)).max(10)
/** What browsers send besides; it is not used. */
const unused = {
  authenticatorAttachment: text(50).nullish(),
  clientExtensionResults: z.looseObject({}).default({}).meta({ description: "Not used" }),
}

export const Passkey = z
  .object({
    _id: Id,
    name,
    synced: z.boolean().meta({ description: "It is also on the person's other devices, so a lost one does not lose it" }),
    lastUsedAt: UtcTimestamp.nullable(),
    createdAt: UtcTimestamp,
  })
  .meta({ id: "Passkey" })

/** The answer of `navigator.credentials.create`, as `toJSON()` writes it. */
const Attestation = z
  .object({
    id: credentialId,
    rawId: credentialId,
    type,
    response: z.object({
      clientDataJSON,
      attestationObject: encoded(20_000, "The public key, and what the authenticator says of itself", "o2NmbXRkbm9uZQ"),
      transports: transports.default([]),
      authenticatorData: encoded(20_000, "Not used", "SZYN5Y").optional(),
      publicKey: encoded(4000, "Not used", "MFkw").nullish(),
      publicKeyAlgorithm: z.int().optional(),
    }),
    ...unused,
  })
  .meta({ id: "PasskeyAttestation", description: "What `navigator.credentials.create` gave, as `toJSON()` writes it" })
export type Attestation = z.output<typeof Attestation>

/** The answer of `navigator.credentials.get`, as `toJSON()` writes it. */
export const Assertion = z
  .object({
    id: credentialId,
    rawId: credentialId,
    type,
    response: z.object({
      clientDataJSON,
      authenticatorData: encoded(20_000, "What the authenticator signed: the host, its counter, that it verified the person", "SZYN5Y"),
      signature: encoded(4000, "Over both", "MEUCIQ"),
      userHandle: encoded(100, "Whose passkey it is", "NjVhMQ").nullish(),
    }),
    ...unused,
  })
  .meta({ id: "PasskeyAssertion", description: "What `navigator.credentials.get` gave, as `toJSON()` writes it" })
export type Assertion = z.output<typeof Assertion>

export const NewPasskey = z.object({ name, credential: Attestation })
export const PasskeyChange = z.object({ name })
export const PasskeyConfirmation = z.object({ credential: Assertion })

const descriptor = z.object({ type, id: z.string(), transports: z.array(z.string()) })
const challenge = z.string().meta({ description: "Works once, for five minutes, in this session", example: "c2luZ2xlIHVzZQ" })
const timeout = z.int().meta({ description: "Milliseconds", example: 300_000 })
const required = z.literal("required")

export const CreationOptions = z
  .object({
    challenge,
    rp: z.object({ id: z.string().meta({ example: "pay.example.com" }), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type, alg: z.int() })),
    timeout,
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({ residentKey: required, requireResidentKey: z.literal(true), userVerification: required }),
    attestation: z.literal("none"),
  })
  .meta({ id: "PasskeyCreationOptions", description: "For `PublicKeyCredential.parseCreationOptionsFromJSON`" })

export const RequestOptions = z
  .object({
    challenge,
    rpId: z.string().meta({ example: "pay.example.com" }),
    timeout,
    allowCredentials: z.array(descriptor),
    userVerification: required,
  })
  .meta({ id: "PasskeyRequestOptions", description: "For `PublicKeyCredential.parseRequestOptionsFromJSON`" })

export const passkeyFilters = { createdAt: by.time("created_at", true) }
