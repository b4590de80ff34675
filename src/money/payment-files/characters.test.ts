import assert from "node:assert/strict"
import { test } from "node:test"
import { plainText } from "./characters.ts"

for (const [given, sent] of [
  ["José Ávila & Filhos Lda", "Jose Avila + Filhos Lda"],
  ["Müller-Lüdenscheidt Straße", "Muller-Ludenscheidt Strasse"],
  ["Søren Ærø Œuvre Łódź", "Soren Aero Oeuvre Lodz"],
  ["Ελληνική Σχολή", "Elliniki Scholi"],
  ["Школа Иванов", "Shkola Ivanov"],
  ["O’Brien “Sons” – Ltd", "O'Brien 'Sons' - Ltd"],
  ["  many   spaces ", "many spaces"],
  ["//and/or//", "and/or"],
  ["a < b; c@d_e", "a ( b, c(at)d-e"],
  ["e\u0301 decomposed", "e decomposed"],
] as const)
  test(`writes ${given} as ${sent}`, () => assert.equal(plainText(given), sent))

test("refuses a text with letters that have no agreed replacement, and drops none silently", () => {
  for (const text of ["株式会社", "مدرسة", "Ana 🙂", "a\u0000b"]) assert.equal(plainText(text), undefined, text)
})

test("replaces every letter of the Latin alphabets by characters of the scheme", () => {
  for (let code = 0xc0; code <= 0x17f; code++) {
    const plain = plainText(String.fromCharCode(code))
    assert.ok(plain === undefined || /^[A-Za-z0-9/?:().,'+ -]*$/.test(plain), String.fromCharCode(code))
  }
})
