import { createHash, createPrivateKey, X509Certificate } from "node:crypto"
import { databaseClock } from "../../../kit/db/database-clock.ts"
import { config } from "../../../kit/service/config.ts"
import type { Tenant } from "../../../kit/pure/caller.ts"
import { type CredentialField, type Credentials, CredentialsRejected } from "../provider.ts"
import { type Bank, banks } from "./banks.ts"

export const credentialFields: readonly CredentialField[] = [
  {
    field: "bank",
    label: "Bank",
    hint: "The addresses of these are known; for another bank give both of them below",
    isOptional: true,
    isSecret: false,
    choices: Object.entries(banks).map(([value, { name: label }]) => ({ value, label })),
    whenEmpty: "Another bank",
  },
  {
    field: "environment",
    label: "Environment",
    hint: "A sandbox takes the bank's test environment only",
    isOptional: true,
    isSecret: false,
    choices: [
      { value: "live", label: "Live" },
      { value: "test", label: "The bank's test environment" },
    ],
    whenEmpty: "Not chosen: live",
  },
  {
    field: "baseUrl",
    label: "Address of API Pix",
    hint: "From your bank, such as https://pix.example.com/api/v2",
    isOptional: true,
    isSecret: false,
  },
  {
    field: "tokenUrl",
    label: "Address for tokens",
    hint: "From your bank, such as https://pix.example.com/oauth/token",
    isOptional: true,
    isSecret: false,
  },
  {
    field: "clientId",
    label: "Client ID",
    hint: "From the application that you created in your bank's developer portal",
    isSecret: false,
  },
  { field: "clientSecret", label: "Client secret", hint: "Beside the client ID; Sicoob has none", isOptional: true },
  { field: "appKey", label: "Application key", hint: "Banco do Brasil only: the developer_application_key", isOptional: true },
  {
    field: "certificate",
    label: "Certificate",
    hint: "The certificate that your bank knows you by, as PEM; its private key may be in the same file",
    isOptional: true,
    isLong: true,
  },
  {
    field: "privateKey",
    label: "Private key",
    hint: "The key of the certificate, as PEM without a password",
    isOptional: true,
    isLong: true,
  },
  {
    field: "authority",
    label: "Certificate authority",
    hint: "As PEM, where your bank's own certificate is signed by a private authority",
    isOptional: true,
    isLong: true,
    isSecret: false,
  },
  { field: "pixKey", label: "Pix key", hint: "The key of the account that receives the money, as the bank writes it", isSecret: false },
]

/** Credentials that are complete, with what follows from them. */
export type PixAccount = {
  baseUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  appKey: string
  pixKey: string
  tls: { cert?: string; key?: string; ca?: string } | undefined
  bank: Bank | undefined
  mode: Tenant["mode"]
  /** What may be in no message. */
  secrets: readonly string[]
}

/** Throws `CredentialsRejected` where a field is missing or can't be right. The bank is not asked. */
export function readAccount(credentials: Credentials): PixAccount {
  const given = (field: string) => credentials[field]?.trim() ?? ""
  const bank = bankNamed(given("bank"))
  const environment = given("environment") || "live"
  if (environment !== "live" && environment !== "test") throw new CredentialsRejected("The environment must be live or test")
  const known = environment === "live" ? bank?.live : bank?.test
  const [baseUrl, tokenUrl] = [given("baseUrl") || known?.baseUrl, given("tokenUrl") || known?.tokenUrl]
  if (baseUrl === undefined || tokenUrl === undefined)
    throw new CredentialsRejected("Give the addresses of API Pix and for tokens; they are not known for this bank and environment")
  if (given("clientId") === "") throw new CredentialsRejected("The client ID is missing")
  if (given("clientSecret") === "" && bank?.tokenBy !== "certificate") throw new CredentialsRejected("The client secret is missing")
  if (given("pixKey") === "" || given("pixKey").length > 77) throw new CredentialsRejected("The Pix key must have 1 to 77 characters")
  return {
    baseUrl: checkAddress(baseUrl),
    tokenUrl: checkAddress(tokenUrl),
    clientId: given("clientId"),
    clientSecret: given("clientSecret"),
    appKey: given("appKey"),
    pixKey: given("pixKey"),
    tls: readTls(given("certificate"), given("privateKey"), given("authority")),
    bank,
    mode: modeOf(baseUrl, environment),
    secrets: ["clientId", "clientSecret", "appKey", "pixKey"].map(given).filter(value => value.length > 3),
  }
}

function bankNamed(name: string): Bank | undefined {
  if (name === "") return undefined
  if (!Object.hasOwn(banks, name))
    throw new CredentialsRejected(`The bank must be one of ${Object.keys(banks).join(", ")}, or empty with both addresses`)
  return banks[name]
}

/** A tenant gives the address, so it must not lead into the network of this service, and secrets are not sent in the clear. */
function checkAddress(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== "")
    throw new CredentialsRejected("An address of the bank must be like https://pix.example.com/api/v2")
  if (url.protocol === "http:" && !config.WEBHOOKS_ALLOW_PRIVATE)
    throw new CredentialsRejected("The addresses of the bank must begin with https://")
  return text.replace(/\/+$/, "")
}

function readTls(certificate: string, privateKey: string, ca: string): PixAccount["tls"] {
  const key = privateKey || (/PRIVATE KEY-----/.test(certificate) ? certificate : "") // some banks put both into one file
  if ((certificate === "") !== (key === "")) throw new CredentialsRejected("The certificate and its private key belong together: give both")
  if (certificate === "" && ca === "") return undefined
  return { ...(certificate !== "" && { cert: certificate, key }), ...(ca !== "" && { ca }) }
}

/** Throws `CredentialsRejected` where a certificate can't be right. */
export function assertCertificates({ tls: { cert, key = "", ca } = {} }: PixAccount) {
  if (ca !== undefined) parsePem(() => new X509Certificate(ca), "The certificate authority is no certificate as PEM")
  if (cert === undefined) return
  const parsed = parsePem(() => new X509Certificate(cert), "The certificate is no certificate as PEM")
  const parsedKey = parsePem(() => createPrivateKey(key), "The private key is no key as PEM, or it needs a password")
  if (!parsed.checkPrivateKey(parsedKey)) throw new CredentialsRejected("The private key does not belong to the certificate")
  if (parsed.validToDate < databaseClock.now())
    throw new CredentialsRejected(
      `The certificate expired on ${parsed.validToDate.toISOString().slice(0, 10)}; get a new one from your bank`,
    )
}

function parsePem<T>(parse: () => T, refusal: string): T {
  try {
    return parse()
  } catch {
    throw new CredentialsRejected(refusal)
  }
}

/** The address of a known bank decides. For any other one, what the person says. */
function modeOf(baseUrl: string, environment: "live" | "test"): Tenant["mode"] {
  const host = URL.parse(baseUrl)?.host
  const isAt = (addresses?: { baseUrl: string }) => addresses !== undefined && URL.parse(addresses.baseUrl)?.host === host
  if (Object.values(banks).some(bank => isAt(bank.live))) return "live"
  if (Object.values(banks).some(bank => isAt(bank.test))) return "sandbox"
  return environment === "live" ? "live" : "sandbox"
}

/** A Pix key belongs to one account of one bank. Hashed, because the key may be the number of a person. */
export const accountIdOf = ({ pixKey, bank, clientId }: PixAccount) =>
  `pix-${createHash("sha256")
    .update(`${pixKey} ${bank?.ispb ?? clientId}`)
    .digest("hex")
    .slice(0, 24)}`
