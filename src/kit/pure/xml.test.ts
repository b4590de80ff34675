import assert from "node:assert/strict"
import { test } from "node:test"
import { decodeText, decodeXml, elementAt, elementsOf, lineAt, readXml, readXmlInPieces, textAt, UnreadableFile } from "./xml.ts"

const bytes = (text: string, encoding: BufferEncoding = "utf8") => Buffer.from(text, encoding)
const refusal = (read: () => unknown): [number | null, string] => {
  try {
    read()
  } catch (error) {
    assert.ok(error instanceof UnreadableFile, String(error))
    return [error.line, error.message]
  }
  return assert.fail("it was read")
}

test("reads elements by path, whatever their namespace, and keeps numbers as text", () => {
  const xml = readXml(`<?xml version="1.0"?><!-- made by a bank -->
    <n:Doc xmlns:n="urn:x"><n:Amt Ccy="EUR">007.10</n:Amt><n:Nm> M&#252;ller &amp; S&#xf6;hne </n:Nm>
    <n:Nm><![CDATA[a b]]></n:Nm><n:No/></n:Doc>`)
  assert.equal(xml.name, "Doc")
  assert.deepEqual([textAt(xml, "Amt"), elementAt(xml, "Amt")?.attributes["Ccy"]], ["007.10", "EUR"])
  assert.deepEqual(
    elementsOf(xml, "Nm").map(({ text }) => text),
    ["Müller & Söhne", "a b"],
  )
  assert.deepEqual([textAt(xml, "No"), textAt(xml, "Amt", "Nothing"), elementAt(undefined, "Amt")], [undefined, undefined, undefined])
})

const bombs: [what: string, text: string, line: number | null, reason: RegExp][] = [
  ["a document type", `<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>`, 2, /document type or abbreviations/],
  ["a file of another machine", `<!doctype a SYSTEM "file:///etc/passwd"><a/>`, 1, /document type or abbreviations/],
  ["an entity without a declaration", "<a>\n<b>&bomb;</b></a>", 2, /\(entity\) &bomb;/],
  ["an ampersand", "<a><b>A & B</b></a>", 1, /a sign & stands alone/],
  ["a character that XML excludes", "<a>&#0;</a>", 1, /\(entity\) &#0;/],
  ["half a pair of surrogates", "<a>&#xd800;</a>", 1, /\(entity\) &#xd800;/],
  ["too many levels", `${"<a>".repeat(100)}${"</a>".repeat(100)}`, 1, /nested more than 40 levels/],
  ["a name that is no name", "<a><__proto__>x</__proto__></a>", 1, /can't be read/],
  ["a truncated file", "<a>\n<b>1</b>\n<b>2", 3, /ends in the middle/],
  ["a wrong end", "<a>\n<b></a>", 2, /the element b of line 2 ends as a/],
  ["text", "hello", 1, /no XML/],
  ["nothing", "", 1, /no XML/],
]

for (const [what, text, line, reason] of bombs)
  test(`refuses ${what} and names the line`, () => {
    const [at, message] = refusal(() => readXml(text))
    assert.equal(at, line, message)
    assert.match(message, reason)
  })

test("reads a large document in pieces, each with its line", () => {
  const text =
    "<Doc>\n<Id>1</Id>\n<!-- <Ntry>no</Ntry> -->\n<n:Ntry><A>1</A></n:Ntry>\n<Ntry>\n<NtryDtls>2</NtryDtls></Ntry><Id>2</Id></Doc>"
  const { document, pieces } = readXmlInPieces(text, "Ntry")
  assert.deepEqual(
    elementsOf(document, "Id").map(each => each.text),
    ["1", "2"],
  )
  assert.deepEqual(elementsOf(document, "Ntry"), [])
  assert.deepEqual(
    [...pieces].map(({ piece, line }) => [piece.name, line, piece.children[0]?.text]),
    [
      ["Ntry", 4, "1"],
      ["Ntry", 5, "2"],
    ],
  )
  const [line, reason] = refusal(() => [...readXmlInPieces("<Doc>\n<Ntry>1</Ntry>\n<Ntry>&x;</Ntry></Doc>", "Ntry").pieces])
  assert.deepEqual([line, reason], [3, "it has the abbreviation (entity) &x;, which is not defined"])
  assert.match(refusal(() => readXmlInPieces("<a><![CDATA[<Ntry>]]></a>", "Ntry"))[1], /CDATA/)
})

test("decodes a file by its declared encoding, and refuses bytes that are not of it", () => {
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>\n<a>é</a>`
  assert.equal(readXml(decodeXml(bytes(declared("ISO-8859-1"), "latin1"))).text, "é")
  assert.equal(readXml(decodeXml(bytes(declared("UTF-8")))).text, "é")
  assert.equal(readXml(decodeXml(bytes(`\ufeff${declared("UTF-8")}`))).text, "é")
  assert.equal(readXml(decodeXml(bytes(`\ufeff${declared("UTF-16")}`, "utf16le"))).text, "é")
  assert.deepEqual(
    refusal(() => decodeXml(bytes(declared("UTF-8"), "latin1"))),
    [2, "a character here is not UTF-8, so the file has another encoding than it should"],
  )
  assert.deepEqual(
    refusal(() => decodeXml(bytes(declared("klingon")))),
    [1, "it says that its encoding is klingon, which is unknown; save it as UTF-8"],
  )
  assert.equal(decodeText(bytes("10 €"), "utf-8"), "10 €")
  assert.equal(lineAt("a\nb\nc", 2), 2)
})
