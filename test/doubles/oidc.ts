// A provider of OpenID Connect on loopback: signs everybody in at once, as whom the test names, with the faults that it asks for.
import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import { after } from "node:test"
import { freePort } from "../free-port.ts"

type Claims = Record<string, unknown>
/** What is wrong with the ID token or the answer. */
export type Fault = "none" | "signature" | "nonce" | "audience" | "issuer" | "expired" | "unsigned" | "other issuer in the answer"

const encode = (value: object | Buffer) => (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString("base64url")

export const oidcClient = { clientId: "countersign", clientSecret: "a secret of the provider" }

const configurationOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
  authorization_response_iss_parameter_supported: true,
})

export async function startOidcProvider() {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const others = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const asked = new Map<string, URLSearchParams>()
  const state = { claims: {} as Claims, fault: "none" as Fault, tokenRequests: 0 }

  function idToken(query: URLSearchParams): string {
    const now = Math.floor(Date.now() / 1000)
    const { fault, claims } = state
    const times = { iat: now, exp: fault === "expired" ? now - 3600 : now + 300 }
    const content = {
      iss: fault === "issuer" ? "https://evil.example" : issuer,
      aud: fault === "audience" ? "somebody else" : oidcClient.clientId,
      nonce: fault === "nonce" ? "of another sign-in" : query.get("nonce"),
      ...times,
      ...claims,
    }
    if (fault === "unsigned") return `${encode({ alg: "none" })}.${encode(content)}.`
    const signed = `${encode({ alg: "RS256", kid: "1" })}.${encode(content)}`
    return `${signed}.${encode(sign("sha256", Buffer.from(signed), fault === "signature" ? others.privateKey : keys.privateKey))}`
  }

  function redeem(body: URLSearchParams, authorization: string | undefined): object | undefined {
    state.tokenRequests++
    const query = asked.get(body.get("code") ?? "")
    asked.delete(body.get("code") ?? "")
    const { clientId, clientSecret } = oidcClient
    const expected = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret).replaceAll("%20", "+")}`).toString(
      "base64",
    )
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url")
    if (!query || authorization !== `Basic ${expected}` || challenge !== query.get("code_challenge")) return undefined
    return { access_token: randomUUID(), token_type: "Bearer", expires_in: 300, id_token: idToken(query) }
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer)
    const json = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    if (pathname === "/.well-known/openid-configuration") return json(200, configurationOf(issuer))
    if (pathname === "/keys")
      return json(200, { keys: [{ ...keys.publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] })
    if (pathname === "/authorize") {
      const code = randomUUID()
      asked.set(code, searchParams)
      const iss = state.fault === "other issuer in the answer" ? "https://evil.example" : issuer
      const answer = new URLSearchParams({ code, state: searchParams.get("state") ?? "", iss })
      return response.writeHead(303, { location: `${searchParams.get("redirect_uri")}?${String(answer)}` }).end()
    }
    return void textOf(request).then(text => {
      const tokens = redeem(new URLSearchParams(text), request.headers.authorization)
      return tokens ? json(200, tokens) : json(400, { error: "invalid_grant" })
    })
  })
  await new Promise<void>(resolve => server.listen(port, "127.0.0.1", resolve))
  after(() => server.close())
  return { issuer, state }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}
