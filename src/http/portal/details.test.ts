// A contact changes its own details in the portal; a new e-mail takes effect only once its mailbox has confirmed it.
import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, startTestServer, uniqueEmail, until } from "../../../test/harness.ts"
import { portalOf } from "../../../test/portal.ts"

const server = await startTestServer()
const { api, baseUrl } = server
const portal = portalOf(server, "/portal")
const newCustomer = async (): Promise<Any> => (await api.create("/v1/contacts/create", newContact())).body.data
const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/contacts/${_id}`)).body.data
const details = { firstName: "Bea", lastName: "Reis", phone: "+49 30 901820", locale: "de" }
const versionIn = (html: string) => /name="version" value="(\d+)"/.exec(html)![1]!

const mailsOf = async (recipient: string, kind: string): Promise<Any[]> =>
  (await api.get(`/v1/dev/mails?recipient=${encodeURIComponent(recipient)}&kind=${kind}`)).body.data

/** The link that was mailed to a new address. */
const linkTo = (email: string) =>
  until(async () => {
    const [mail] = await mailsOf(email, "confirm-email")
    return mail && /https?:\/\/\S+\/details\/email\/\S+/.exec(mail.text)?.[0]
  }, `a link is mailed to ${email}`)

test("a contact changes its name, phone and language, and the audit log names it and the portal", async () => {
  const contact = await newCustomer()
  const cookie = await portal.signIn(api, contact.email)
  assert.match((await portal.get("/portal", { cookie })).html, /href="\/portal\/details">Your details/)
  const { html } = await portal.get("/portal/details", { cookie })
  assert.match(html, /value="Ana".*value="Souza"/s)
  const version = versionIn(html)
  const wrong = await portal.post("/portal/details", { ...details, phone: "123", version }, { cookie })
  assert.equal(wrong.status, 400)
  assert.match(wrong.html, /Please check “Phone”\. Nothing was changed\..*value="Bea".*value="123"[^>]*aria-invalid/s)
  assert.equal((await portal.post("/portal/details", { ...details, version }, { cookie })).location, "/portal?notice=saved")
  const changed = await read(contact)
  assert.deepEqual([changed.profile, changed.locale], [{ firstName: "Bea", lastName: "Reis", phone: "+4930901820" }, "de"])
  const [entry] = (await api.get(`/v1/audit-log?object=${contact._id}&sort=-createdAt`)).body.data
  assert.deepEqual([entry.actor.type, entry.actor.user, entry.origin.channel], ["contact", contact._id, "portal"])

  const stale = await portal.post("/portal/details", { ...details, firstName: "Eva", version }, { cookie })
  assert.equal(stale.location, "/portal?notice=unchanged", "somebody changed the contact after the form was opened")
  assert.equal((await read(contact)).profile.firstName, "Bea")
})

test("a new e-mail is confirmed from its own mailbox, and the former address gets a mail", async () => {
  const contact = await newCustomer()
  const cookie = await portal.signIn(api, contact.email)
  const newEmail = uniqueEmail("bea")
  assert.match((await portal.post("/portal/details/email", { newEmail: "bea@" }, { cookie })).html, /Please check “New e-mail”/)
  assert.equal((await portal.post("/portal/details/email", { newEmail }, { cookie })).location, "/portal?notice=emailSent")
  assert.equal((await read(contact)).email, contact.email, "nothing has changed yet")
  const link = await linkTo(newEmail)
  assert.equal((await portal.get(link)).location, "/portal", "the link alone, without the session, does nothing")
  const other = await portal.signIn(api, (await newCustomer()).email)
  assert.equal((await portal.post(link, {}, { cookie: other })).location, "/portal?notice=emailLinkOver", "nor for another contact")
  assert.match((await portal.get(link, { cookie })).html, /Use this e-mail address from now on\?/)
  assert.equal((await read(contact)).email, contact.email, "nor does opening it")
  assert.match((await portal.post(link, {}, { cookie })).html, /Your e-mail address is changed/)
  assert.equal((await read(contact)).email, newEmail)
  const [told] = await mailsOf(contact.email, "email-changed")
  assert.match(told!.subject, /Your e-mail address at .* was changed/)
  assert.match((await portal.get("/portal", { cookie })).html, /Send me a link/, "the session has ended")
  const again = await portal.signIn(api, newEmail)
  assert.equal((await portal.get("/portal/details", { cookie: again })).status, 403, "changes wait for three days")
})

test("an e-mail of another contact, an old link and too many links are refused", async () => {
  const [contact, taken] = [await newCustomer(), await newCustomer()]
  const cookie = await portal.signIn(api, contact.email)
  const ask = (newEmail: string) => portal.post("/portal/details/email", { newEmail }, { cookie })
  await ask(taken.email)
  const link = await linkTo(taken.email)
  assert.equal((await portal.post(link, {}, { cookie })).location, "/portal?notice=emailTaken")
  assert.match((await portal.get("/portal?notice=emailTaken", { cookie })).html, /belongs to another customer already/)
  assert.equal((await portal.post(`${link}x`, {}, { cookie })).location, "/portal?notice=emailLinkOver")
  const late = uniqueEmail()
  await ask(late)
  const lateLink = await linkTo(late)
  await api.post("/v1/simulations/clock", { advance: "PT61M" })
  assert.equal((await portal.get(lateLink, { cookie })).location, "/portal?notice=emailLinkOver")
  const statuses = []
  for (let i = 0; i < 6; i++) statuses.push((await ask(uniqueEmail())).status)
  assert.ok(statuses.includes(429), `${statuses.join()}: one contact can't write to many strangers`)
  assert.equal((await fetch(`${baseUrl}/portal/details`, { redirect: "manual" })).headers.get("location"), "/portal")
})
