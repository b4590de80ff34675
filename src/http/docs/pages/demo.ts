import { html, joined } from "../../../kit/pure/html.ts"
import { config } from "../../../kit/service/config.ts"
import { brand, type View } from "./shell.ts"

/** Shows the two widgets and the HTML that embeds them in any web page. */
export function demoPage(date: string): View {
  const key = config.DEMO_INTEGRATION_KEYS[0]
  return {
    title: "Rates on your own page",
    description: "What arrives, and what installments cost",
    body: key ? widgets(key, date) : noKey,
  }
}

const fx = (key: string) => html`<countersign-fx key="${key}" source-amount="250000" source-currency="EUR"
  target-country="BR" target-currency="BRL"></countersign-fx>`

const installments = (key: string) => html`<countersign-installments key="${key}" amount="250000" currency="BRL"
  gateway="simulator" method="card"></countersign-installments>`

const script = (base: string) => html`<script type="module" src="${base}/assets/widgets.js"></script>`

const snippet = () => joined([script(config.BASE_URL), fx("YOUR-DEMO-KEY"), installments("YOUR-DEMO-KEY")], "\n").markup

const widgets = (key: string, date: string) => html`<main class="plain wide">
${brand("Rates on your own page")}
<div>
<h1>One script, two elements, no backend.</h1>
<p class="lead">The rates are of ${date}. The elements take the language and the colours of their page.</p>
</div>
<h2>What arrives</h2>
${fx(key)}
<h2>What installments cost</h2>
${installments(key)}
<h2>HTML to paste</h2>
<pre class="card snippet" tabindex="0" aria-label="HTML to paste"><code>${snippet()}</code></pre>
</main>
${script("")}`

const noKey = html`<main class="plain">
${brand("Rates on your own page")}
<h1>No demo key is set.</h1>
<p class="lead">Set DEMO_INTEGRATION_KEYS to at least one key to see the widgets on this page.</p>
</main>`
