import assert from "node:assert/strict"
import { test } from "node:test"
import { resolveAddress } from "./guides.ts"
import { renderMarkdown } from "./markdown.ts"

const render = (text: string) => renderMarkdown(text, resolveAddress).html.markup

test("a guide can't add its own markup, scripts or foreign addresses", () => {
  for (const text of [
    "<script>alert(1)</script>",
    "# <img src=x onerror=alert(1)>",
    "| <b>a</b> |\n| --- |\n| <i>b</i> |",
    "- <a href='x'>",
    '```"><script>\n</pre><script>\n```',
    "`<b>` and **<b>**",
    '[x](https://example.com/"><script>)',
  ])
    assert.doesNotMatch(render(text), /<(script|b|i|a href='|img src=x)\b|"><script/, text)
  for (const address of ["javascript:alert", "//evil.example", "../secret.md", "http://example.com"])
    assert.equal(render(`[text](${address})`), "<p>text</p>")
})

test("headings, lists, tables, code, bold and links are rendered", () => {
  const { title, headings, html } = renderMarkdown(
    [
      "# A title\n\n## Real providers, live\n\nSee **`a`** and [the\nguide](payments.md#x), `VAL-1003`.",
      "1. one\n   more\n2. two",
      "| A | B |\n| --- | --- |\n| `x` | y \\| z |",
    ].join("\n\n"),
    resolveAddress,
  )
  assert.deepEqual([title, headings], ["A title", [{ id: "real-providers-live", title: "Real providers, live" }]])
  assert.ok(html.markup.includes('<strong><code>a</code></strong> and <a href="/docs/guides/payments#x">the\nguide</a>'))
  assert.ok(html.markup.includes('<a href="/docs/errors#VAL-1003"><code>VAL-1003</code></a>'))
  assert.ok(html.markup.includes("<ol><li>one\nmore</li><li>two</li></ol>"))
  assert.ok(html.markup.includes('<th scope="row"><code>x</code></th><td>y | z</td>'))
})
