import crypto, { createHmac } from "node:crypto"
import { syncBuiltinESMExports } from "node:module"
import { mock } from "node:test"
import { type Any, type ApiResponse, createCaller, type TestServer, uniqueEmail, until } from "./harness.ts"

/** A page of ours: it sends our own origin, and the cookie it was given. */
export type Page = ReturnType<typeof createPage>
type Person = { _id: string; email: string; password: string }

const nobody = { authorization: null, "x-tenant-id": null }

export function createPage({ baseUrl }: Pick<TestServer, "baseUrl">, cookie?: string) {
  const { get, post } = createCaller(baseUrl, { apiKey: "", tenantId: "" })
  const headers = () => ({ ...nobody, origin: baseUrl, ...(cookie && { cookie }) })
  const keepCookie = (answer: ApiResponse) => {
    if (cookie && answer.headers.has("set-cookie")) cookie = cookieOf(answer)
    return answer
  }
  return {
    get cookie() {
      return cookie
    },
    get: (path: string, more: Record<string, string | null> = {}) => get(path, { ...headers(), ...more }),
    post: async (path: string, body: unknown = {}, more: Record<string, string | null> = {}) =>
      keepCookie(await post(path, body, { ...headers(), ...more })),
  }
}

/** The `session=…` cookie that a response set. */
export function cookieOf({ headers, text }: Pick<ApiResponse, "headers" | "text">): string {
  const [pair] = headers.getSetCookie().flatMap(line => line.split(";", 1))
  if (!pair) throw new Error(`no cookie in ${text}`)
  return pair
}

export const signIn = (server: Pick<TestServer, "baseUrl">, { email, password }: Pick<Person, "email" | "password">, more: object = {}) =>
  createPage(server).post("/v1/sessions/create", { email, password, ...more })

export async function signedIn(
  server: Pick<TestServer, "baseUrl">,
  person: Pick<Person, "email" | "password">,
  more: object = {},
): Promise<Page> {
  return createPage(server, cookieOf(await signIn(server, person, more)))
}

/** The super admin that the server was started with. */
export const adminOf = ({ keys }: Pick<TestServer, "keys">) => ({ email: keys.email, password: keys.password })

/** The mails to an address, newest first, once there are that many. */
export const mailsTo = ({ api }: Pick<TestServer, "api">, recipient: string, n = 1): Promise<Any[]> =>
  until(async () => {
    const { data } = (await api.get(`/v1/dev/mails?recipient=${encodeURIComponent(recipient)}`)).body
    return data.length >= n && data
  }, `${n} mails to ${recipient} are stored`)

export const tokenIn = ({ text }: { text: string }): string => decodeURIComponent(/[?&]token=([^\s&"]+)/.exec(text)![1]!)

/** An invited person who has chosen a password. */
export async function invite(server: TestServer, role = "viewer", api = server.api): Promise<Person> {
  const person = { email: uniqueEmail("person"), password: "ordinary words in a row" }
  const { body } = await api.post("/v1/users/invite", { email: person.email, name: "Rui Costa", role, teams: [] })
  const [mail] = await mailsTo({ api }, person.email)
  await createPage(server).post("/v1/passwords/reset", { token: tokenIn(mail), password: person.password })
  return { _id: body.data._id, ...person }
}

/** RFC 6238, implemented a second time: what an authenticator app shows. */
export function codeOf(secret: string, step = currentStep()): string {
  const bits = Array.from(secret, letter => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")).join("")
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac("sha1", Buffer.from(bits.match(/.{8}/g)!.map(byte => parseInt(byte, 2))))
    .update(counter)
    .digest()
  return String((digest.readUInt32BE(digest[19]! & 15) & 0x7fffffff) % 1_000_000).padStart(6, "0")
}
export const currentStep = () => Math.floor(Date.now() / 30_000)

/** Turns two-factor sign-in on. Uses the code of the previous step, so that the current one still works. */
export async function enroll(page: Page): Promise<{ secret: string; recoveryCodes: string[]; uri: string; qr: string }> {
  const { data } = (await page.post("/v1/two-factor/enroll")).body
  const confirmed = await until(async () => {
    const answer = await page.post("/v1/two-factor/confirm", { code: codeOf(data.secret, currentStep() - 1) })
    return answer.status === 200 && answer
  }, "a code is accepted before its step is over")
  return { ...data, ...confirmed.body.data }
}

/** A code that belongs to neither the current step nor those around it. */
export const wrongCode = (secret: string) => {
  const right = [-2, -1, 0, 1, 2].map(offset => codeOf(secret, currentStep() + offset))
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find(code => !right.includes(code))!
}

/** The hash that every password has within `withInstantHashes`. */
export const instantHash = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`

/** Hashing takes no time meanwhile, so that what follows it happens at the same instant in all requests. */
export async function withInstantHashes(work: () => Promise<void>) {
  const instant = (_algorithm: string, _options: object, callback: (error: null, hash: Buffer) => void) =>
    setImmediate(callback, null, Buffer.alloc(32))
  const patched = mock.method(crypto, "argon2", instant as typeof crypto.argon2)
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    patched.mock.restore()
    syncBuiltinESMExports()
  }
}
