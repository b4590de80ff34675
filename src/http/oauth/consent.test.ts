// The page on which a person decides about an assistant.
import assert from "node:assert/strict"
import { test } from "node:test"
import { createBrowser, type Person, registerAssistant, signIn } from "../../../test/assistant.ts"
import { startTestServer } from "../../../test/harness.ts"

const server = await startTestServer()
const { baseUrl } = server
const owner: Person = { email: server.keys.email, password: server.keys.password! }

test("the host of a callback adds nothing to the policy of the consent page", async () => {
  const policyFor = async (redirect_uri: string) => {
    const client = await registerAssistant(baseUrl, "Stranger", redirect_uri)
    const browser = createBrowser()
    const consent = await signIn(browser, await browser.open(client.request({ redirect_uri })), owner)
    assert.match(consent.html, /name="decision" value="allow"/)
    return consent.headers.get("content-security-policy")!
  }
  const plain = await policyFor("https://app.example:8443/cb")
  assert.match(plain, /form-action 'self' https:\/\/app\.example:8443;/)
  for (const host of ["a;script-src", "a,default-src", "*.example.com", "a'b.example", "a;sandbox;b.example"]) {
    const policy = await policyFor(`https://${host}/cb`)
    assert.equal(policy, plain.replace("https://app.example:8443", "https:"), host)
  }
})
