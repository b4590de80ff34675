import assert from "node:assert/strict"
import { test } from "node:test"
import { mentionedIn, openMention, partsOf, toMention, withMention } from "../../web/lib/mentions.ts"

const people = [
  { _id: "1", name: "Ana" },
  { _id: "2", name: "Ana Souza" },
  { _id: "3", name: "Rui" },
]

test("an at sign and what follows it is a mention that is being typed, an e-mail is not", () => {
  for (const [text, typed] of [
    ["@", ""],
    ["ask @Ru", "Ru"],
    ["ask @Ana So", "Ana So"],
    ["ana@example", undefined],
    ["nobody", undefined],
    ["@Rui\nthanks", undefined],
  ] as const)
    assert.equal(openMention(text, text.length), typed, text)
})

test("a chosen name replaces what was typed, and the caret is after it", () => {
  assert.deepEqual(withMention("ask @Ru please", 7, "Rui"), { text: "ask @Rui please", caret: 9 })
  assert.deepEqual(withMention("@", 1, "Ana Souza"), { text: "@Ana Souza ", caret: 11 })
})

test("mentions are whole names: the longer one wins, and a name inside of a word is none", () => {
  assert.deepEqual(mentionedIn("@Ana Souza and @Rui.", people), ["2", "3"])
  assert.deepEqual(mentionedIn("@Anabel, rui@Ruins", people), [])
  assert.deepEqual(
    partsOf("ask @Rui!", people).map(({ text, isMention }) => [text, isMention]),
    [
      ["ask ", false],
      ["@Rui", true],
      ["!", false],
    ],
  )
})

test("two people with the same name are told apart by their e-mails", () => {
  const twins = [
    { _id: "1", name: "Rui", email: "a@example.com" },
    { _id: "2", name: "Rui", email: "b@example.com" },
    { _id: "3", name: "Lea", email: "c@example.com" },
  ]
  const named = toMention(twins)
  assert.deepEqual(
    named.map(({ name }) => name),
    ["Rui (a@example.com)", "Rui (b@example.com)", "Lea"],
  )
  assert.deepEqual(mentionedIn("@Rui (b@example.com) and @Lea", named), ["2", "3"])
})
