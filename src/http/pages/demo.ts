import { config } from "../../kit/config.ts"
import { escape } from "../../mails/letter.ts"
import { brand, type View } from "./shell.ts"

/** The two widgets as every web page can have them, beside the lines that put them there. */
export function demoPage(date: string): View {
  const key = config.DEMO_INTEGRATION_KEYS[0]
  return {
    title: "Rates on your own page",
    description: "What arrives, and what installments cost",
    body: key ? shown(key, date) : without,
  }
}

const fx = (key: string) => `<countersign-fx key="${escape(key)}" source-amount="250000" source-currency="EUR"
  target-country="BR" target-currency="BRL"></countersign-fx>`

const installments = (key: string) => `<countersign-installments key="${escape(key)}" amount="250000" currency="BRL"
  gateway="simulator" method="card"></countersign-installments>`

const script = (base: string) => `<script type="module" src="${base}/assets/widgets.js"></script>`

const lines = () => [script(config.BASE_URL), fx("YOUR-DEMO-KEY"), installments("YOUR-DEMO-KEY")].join("\n")

const shown = (key: string, date: string) => `<main class="plain wide">
${brand("Rates on your own page")}
<div>
<h1>One script, two elements, no backend.</h1>
<p class="lead">The rates are those of ${date}, the providers are illustrative, and the elements take the language and the
colours of their page.</p>
</div>
<h2>What arrives</h2>
${fx(key)}
<h2>What installments cost</h2>
${installments(key)}
<h2>To put them on a page</h2>
<pre class="card snippet" tabindex="0" aria-label="The lines to paste"><code>${escape(lines())}</code></pre>
</main>
${script("")}`

const without = `<main class="plain">
${brand("Rates on your own page")}
<h1>No demo key is set.</h1>
<p class="lead">Set DEMO_INTEGRATION_KEYS to at least one key, and this page shows what web pages can do with it.</p>
</main>`
