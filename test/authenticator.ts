// An authenticator in software, as WebAuthn describes it: makes passkeys (ES256) and signs challenges with them.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"

/** What a test may make wrong. */
type Faults = { origin?: string; rpId?: string; flags?: number; counter?: number; userHandle?: string; id?: string }

const up = 1
const uv = 4
const at = 64

const encode = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64url")
const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest()
const clientData = (type: string, challenge: string, origin: string) =>
  encode(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

function authenticatorData(rpId: string, flags: number, counter: number, attested = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(flags)
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), head, attested])
}

/** A map of CBOR with byte strings of up to 65,535 bytes, text and small numbers, which is all that is needed here. */
const head = (type: number, n: number) =>
  n < 24 ? Buffer.from([(type << 5) | n]) : n < 256 ? Buffer.from([(type << 5) | 24, n]) : Buffer.from([(type << 5) | 25, n >> 8, n & 255])
type Cbor = number | string | Buffer | [Cbor, Cbor][]
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.length), ...value.flatMap(([key, each]) => [cbor(key), cbor(each)])])
}

const publicKeyOf = (key: KeyObject) => {
  const { x = "", y = "" } = key.export({ format: "jwk" })
  return cbor([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, "base64url")],
    [-3, Buffer.from(y, "base64url")],
  ])
}

export type SoftwarePasskey = ReturnType<typeof makePasskey>["passkey"]

/** Answers `navigator.credentials.create`: the passkey, and what a browser would send. */
export function makePasskey(
  options: { challenge: string; rp: { id: string }; user: { id: string } },
  origin: string,
  { rpId = options.rp.id, flags = up | uv, ...faults }: Faults = {},
) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const id = faults.id === undefined ? randomBytes(16) : Buffer.from(faults.id, "base64url")
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, publicKeyOf(publicKey)])
  const authData = authenticatorData(rpId, flags | at, 0, attested)
  const attestationObject = cbor([
    ["fmt", "none"],
    ["attStmt", []],
    ["authData", authData],
  ])
  const passkey = { id: encode(id), userHandle: options.user.id, privateKey, counter: 0 }
  const response = {
    clientDataJSON: clientData("webauthn.create", options.challenge, faults.origin ?? origin),
    attestationObject: encode(attestationObject),
    transports: ["internal"],
  }
  return { passkey, credential: { id: passkey.id, rawId: passkey.id, type: "public-key", response, clientExtensionResults: {} } }
}

/** Answers `navigator.credentials.get`. Its counter grows with every use. */
export function signWith(
  passkey: SoftwarePasskey,
  options: { challenge: string; rpId: string },
  origin: string,
  { rpId = options.rpId, flags = up | uv, ...faults }: Faults = {},
) {
  const counter = faults.counter ?? ++passkey.counter
  const data = authenticatorData(rpId, flags, counter)
  const clientDataJSON = clientData("webauthn.get", options.challenge, faults.origin ?? origin)
  const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, "base64url"))])
  const response = {
    clientDataJSON,
    authenticatorData: encode(data),
    signature: encode(sign("sha256", signed, passkey.privateKey)),
    userHandle: faults.userHandle ?? passkey.userHandle,
  }
  return { id: passkey.id, rawId: passkey.id, type: "public-key", response, clientExtensionResults: {} }
}
