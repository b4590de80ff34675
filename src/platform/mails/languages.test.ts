import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"

const { api } = await startTestServer()

const made = async (resource: string, fields: object): Promise<Any> => (await api.create(`/v1/${resource}/create`, fields)).body.data
const mailOf = ({ _id }: Any): Promise<Any> =>
  until(async () => (await api.get(`/v1/dev/mails?object=${_id}&kind=payment-request`)).body.data[0], "the request is mailed")

test("writes to payers in formal German and French, with their own dates and amounts", async () => {
  await api.post("/v1/settings/update", { name: "Escola Azul", mails: { paymentRequests: true } })
  const expected = {
    de: [/^Escola Azul bittet Sie um 1\.234,56\s€$/, /Guten Tag Ana,/, /fällig am \d{1,2}\. \p{L}+ \d{4}/u, /Testmodus/],
    fr: [/^Escola Azul vous demande de payer 1\s234,56\s€$/, /Bonjour Ana,/, /échéance le \d{1,2} \p{L}+ \d{4}/u, /Mode test\s: aucun/],
  } as const
  for (const [locale, [subject, ...parts]] of Object.entries(expected)) {
    const payer = await made("contacts", newContact({ locale }))
    const items = [{ name: "Kurs", amount: 123_456 }]
    const mail = await mailOf(await made("payment-intents", newIntent(payer._id, { currency: "EUR", items })))
    assert.match(mail.subject, subject)
    assert.match(mail.html, new RegExp(`<html lang="${locale}">`))
    for (const part of parts) assert.match(mail.text, part)
  }
})

test("uses the language of the settings for a payer whose language is not known", async () => {
  assert.equal((await api.post("/v1/settings/update", { mails: { locale: "fr" } })).body.data.mails.locale, "fr")
  const payer = await made("contacts", newContact({}))
  assert.match((await mailOf(await made("payment-intents", newIntent(payer._id)))).subject, /vous demande de payer/)
  const splitTerms = { type: "percentage", basisPoints: 1000 }
  const partner = await made("partnerships", { name: "Casa", code: "CASA", kind: "supplier", splitTerms, locale: "de" })
  assert.equal(partner.locale, "de")
  assert.equal((await api.get("/v1/partnerships?locale=de")).body.data[0]._id, partner._id)
})
