// What people of the tenant read comes in the language that each of them chose, else in the tenant's.
import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { type Any, startTestServer, uniqueEmail } from "../../../test/harness.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"
import { invite, mailsTo, signedIn } from "../../../test/people.ts"

const server = await startTestServer()
const { api } = server
await api.post("/v1/settings/update", { name: "Escola Azul" })

/** A person who has chosen a language. */
async function reader(role: string, locale: string) {
  const person = await invite(server, role)
  const page = await signedIn(server, person)
  const chosen = await page.post("/v1/users/choose-language", { locale })
  assert.equal(chosen.status, 200, chosen.text)
  return { ...person, page }
}
const lastMail = async ({ email }: { email: string }, kind: string): Promise<Any> =>
  (await api.get(`/v1/dev/mails?recipient=${encodeURIComponent(email)}&kind=${kind}`)).body.data[0]
const plain = (text: string) => text.replaceAll(/\s/g, " ")

test("a person chooses a language for themselves alone, or none", async () => {
  const [ana, rui] = [await reader("viewer", "de"), await invite(server, "viewer")]
  const read = async (page: Any) => (await page.get("/v1/users/user")).body.data
  assert.equal((await read(ana.page)).locale, "de")
  assert.equal((await read(await signedIn(server, rui))).locale, null)
  const [entry] = (await api.get(`/v1/audit-log?object=${ana._id}&action=users.update`)).body.data
  assert.equal(entry.actor.user, ana._id)
  const { version } = await read(ana.page)
  assert.equal((await ana.page.post("/v1/users/choose-language", { locale: "de" })).body.data.version, version, "nothing has changed")
  assert.equal((await ana.page.post("/v1/users/choose-language", { locale: null })).body.data.locale, null)
  for (const body of [{ locale: "it" }, {}]) assert.equal((await ana.page.post("/v1/users/choose-language", body)).status, 400)
  assert.equal((await api.post("/v1/users/choose-language", { locale: "de" })).body.error.code, "PRM-1004")
  assert.equal((await api.post(`/v1/users/${rui._id}/update`, { locale: "de" })).status, 400)
})

test("mails about the account come in the person's language", async () => {
  const { email, password, page } = await reader("viewer", "de")
  await page.post("/v1/passwords/change", { current: password, password: "ganz andere gewöhnliche Wörter" })
  const changed = await lastMail({ email }, "account-changed")
  assert.equal(changed.subject, "Ihr Passwort wurde geändert")
  assert.match(changed.text, /Guten Tag Rui Costa,[^]+Wenn Sie es nicht waren/)
  assert.match(changed.html, /<html lang="de">/)
  await page.post("/v1/passwords/forgot", { email })
  const subjects = (await mailsTo(server, email, 3)).map(({ subject }) => subject)
  assert.ok(subjects.includes("Neues Passwort wählen"), subjects.join())
})

test("notices of money come in the person's language, with its amounts, by mail and on the page", async () => {
  const payouts = await payoutFixtures(api)
  const [german, english] = [await reader("finance", "de"), await invite(server, "finance")]
  const failed = await payouts.newPayout(payouts.bodyFor(await payouts.dueSplit(123_456, await payouts.newPartner())))
  await payouts.simulateFailure(failed, { reason: "account closed" })
  const { subject, text } = await lastMail(german, "payout-failed")
  assert.equal(plain(subject), "Eine Auszahlung über 1.234,56 R$ ist fehlgeschlagen")
  assert.match(text, /Der Grund: account closed\. Beheben Sie die Ursache[^]+weil Sie Auszahlungen von Escola Azul senden dürfen/)
  const [notice] = (await german.page.get("/v1/notices?kind=payout-failed")).body.data
  assert.equal(notice.title, subject)
  assert.equal((await lastMail(english, "payout-failed")).subject, "A payout of R$1,234.56 failed")
})

test("an approval is asked for, and its outcome told, in the languages of both people", async () => {
  const { policy, ownAmount, intentOf } = await approvalFixtures(server)
  const [approver, maker] = [await reader("approver", "fr"), await reader("finance", "es")]
  const amount = ownAmount()
  await policy(amount, { approvers: [approver._id] })
  const body = { paymentIntent: (await intentOf(amount))._id, amount, method: "cash" }
  const { approval } = (await maker.page.post("/v1/transactions/create", body)).body.data
  const asked = await lastMail(approver, "approval-needed")
  assert.match(plain(asked.subject), /^Approbation requise : transaction de [\d ]+,\d\d R\$$/)
  assert.match(plain(asked.text), /En cas d’approbation : Le paiement de [\d ]+,\d\d R\$ est enregistré et réduit PI-\d+\./)
  await approver.page.post(`/v1/approvals/requests/${approval.request}/reject`, { comment: "Doble" })
  const decided = await lastMail(maker, "approval-decided")
  assert.match(decided.subject, /^Su solicitud se ha rechazado: transacción de /)
  assert.match(
    decided.text,
    /Rui Costa ha rechazado[^]+No se ha movido dinero\. El pago se cancela; no se paga nada de PI-[^]+Comentario: Doble/,
  )
})

test("an invitation comes in the language that is chosen with it, else in the tenant's", async () => {
  await api.post("/v1/settings/update", { mails: { locale: "pt-BR" } })
  const invited = async (more: object) => {
    const email = uniqueEmail("person")
    const { body } = await api.post("/v1/users/invite", { email, name: "Rui", role: "viewer", ...more })
    return { locale: body.data.locale, subject: (await lastMail({ email }, "invitation")).subject }
  }
  assert.deepEqual(await invited({}), { locale: null, subject: "Você foi convidado para Escola Azul" })
  assert.deepEqual(await invited({ locale: "fr" }), { locale: "fr", subject: "Vous êtes invité chez Escola Azul" })
})
