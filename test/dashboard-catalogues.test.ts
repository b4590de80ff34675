// What people read in the dashboard, in each language: no text is missing, unused, or without its values.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { application } from "../src/app.ts"
import { languageNames } from "../src/kit/pure/language-names.ts"
import { textHash } from "../web/lib/text-hash.ts"
import { forgottenTexts, translatedTexts } from "./dashboard-texts.ts"
import { explainTexts } from "./explain-texts.ts"

const refusals = application.errors.flatMap(({ entries }) => Object.values(entries).map(([, sentence]) => sentence))
const english = new Set([...translatedTexts().map(({ text }) => text), ...refusals, ...explainTexts()])
const catalogues = Object.keys(languageNames)
  .filter(language => language !== "en")
  .map(language => ({
    language,
    texts: JSON.parse(readFileSync(`web/languages/${language}.json`, "utf8")) as Record<string, string>,
  }))

test("every text, every refusal and every explanation is in every language, and no catalogue has another", () => {
  for (const { language, texts } of catalogues) {
    const known = new Set(Object.keys(texts))
    assert.deepEqual([...english].filter(text => !known.has(text)).slice(0, 20), [], `missing in ${language}`)
    assert.deepEqual([...known].filter(text => !english.has(text)).slice(0, 20), [], `unused in ${language}`)
  }
})

const gapsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()

test("every translation has the values of the English text, and is no copy of a sentence", () => {
  for (const { language, texts } of catalogues)
    for (const [from, to] of Object.entries(texts)) {
      assert.deepEqual(gapsOf(to), gapsOf(from), `${language}: “${from}” is “${to}”`)
      assert.equal(to.trim(), to, `${language}: “${to}” begins or ends with a space`)
      assert.ok(to !== from || from.split(" ").length <= 3, `${language}: “${from}” is in English`)
    }
})

test("a refusal is cut at its semicolons, which every language has", () => {
  const partsOf = (text: string) => text.split(";").length
  for (const { language, texts } of catalogues)
    for (const sentence of refusals) assert.equal(partsOf(texts[sentence]!), partsOf(sentence), `${language}: ${texts[sentence]}`)
})

test("French keeps its marks with the word before them, and German and French address people formally", () => {
  const [german = {}, french = {}] = ["de", "fr"].map(tag => catalogues.find(({ language }) => language === tag)?.texts)
  for (const text of Object.values(french)) {
    assert.doesNotMatch(text, / [?!:;»%](?=\s|$)|« /, `“${text}” has a space that breaks`)
    assert.doesNotMatch(text, /(?<!\p{L})(tu|ton|tes|toi)(?!\p{L})/iu)
  }
  for (const text of Object.values(german)) assert.doesNotMatch(text, /\b(du|dein\w*|dir|dich|euch|euer)\b/i)
})

test("no two texts share the hash under which the browser finds them", () => {
  assert.equal(new Set([...english].map(textHash)).size, english.size)
})

/** Formats, examples and options are the same in every language. */
const untranslated =
  /^(JSON|curl|PDF|CSV|IBAN|BIC|UTF-8|UTF-16|Windows-1252|PI-000123|--checkpoint|summer-concert|\w+@example\.com|https:.*)$/

test("no text of a page was left out of the catalogues", () => {
  const left = forgottenTexts().filter(({ text }) => !untranslated.test(text))
  assert.deepEqual(
    left.map(({ file, line, text }) => `${file}:${line} ${text}`),
    [],
  )
})
