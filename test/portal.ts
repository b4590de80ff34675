import assert from "node:assert/strict"
import { type Any, type Caller, type TestServer, until } from "./harness.ts"

type PortalPath = "/portal" | "/partners"
type Answer = { status: number; location: string | null; cookie: string; html: string; headers: Headers }
type More = { cookie?: string; language?: string; headers?: Record<string, string> }

/** The actions of a browser without scripts in a portal. */
export function portalOf({ baseUrl }: Pick<TestServer, "baseUrl">, path: PortalPath) {
  const send = async (method: string, at: string, fields: Record<string, string> | undefined, more: More): Promise<Answer> => {
    const { cookie, language = "en", headers } = more
    const response = await fetch(at.startsWith("http") ? at : baseUrl + at, {
      method,
      headers: { "accept-language": language, ...(method === "POST" && { origin: baseUrl }), ...(cookie && { cookie }), ...headers },
      redirect: "manual",
      ...(fields && { body: new URLSearchParams(fields) }),
    })
    const [set = ""] = response.headers.getSetCookie()
    const html = (await response.text()).replaceAll(/\u00a0|\u202f/g, " ")
    return {
      status: response.status,
      location: response.headers.get("location"),
      cookie: set.split(";")[0]!,
      html,
      headers: response.headers,
    }
  }
  const get = (at: string, more: More = {}) => send("GET", at, undefined, more)
  const post = (at: string, fields: Record<string, string> = {}, more: More = {}) => send("POST", at, fields, more)
  const askForLink = (email: string, more: More = {}) => post(`${path}/sign-in`, { email }, more)

  /** The newest link that was mailed to an address, once there are that many. */
  const linkTo = (api: Caller, email: string, n = 1): Promise<string> =>
    until(async () => {
      const mails: Any[] = (await api.get(`/v1/dev/mails?recipient=${encodeURIComponent(email)}`)).body.data
      const links = mails.flatMap(({ text }) => /https?:\/\/\S+\/sign-in\/\S+/.exec(text)?.[0] ?? [])
      return links.length >= n && links[0]!
    }, `${n} links are mailed to ${email}`)

  /** Opens a link and presses its button. */
  async function follow(link: string): Promise<Answer> {
    const { html, status } = await get(link)
    assert.equal(status, 200)
    return post(link, { form: formIn(html) })
  }

  /** The cookie of a person who asked for a link and opened it. */
  async function signIn(api: Caller, email: string): Promise<string> {
    await askForLink(email)
    const { status, cookie, location } = await follow(await linkTo(api, email))
    assert.deepEqual([status, location], [303, path])
    return cookie
  }
  return { get, post, askForLink, linkTo, follow, signIn }
}

export const formIn = (html: string) => /name="form" value="([^"]*)"/.exec(html)![1]!
