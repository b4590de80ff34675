import { html } from "../../../kit/pure/html.ts"
import { tagline, title } from "../../about.ts"
import { brand, type View } from "./shell.ts"

/** The start page of a service whose dashboard is not built, such as one that was not started by `npm start`. */
export function homePage(): View {
  return { title: `${title}: self-hosted payments`, description: tagline, body }
}

const links: [href: string, name: string, about: string][] = [
  ["/docs", "Documentation", "Guides, and every route with an example request"],
  ["/docs/errors", "Errors", "Every code, what it means and what to do"],
  ["/demo", "Rates", "Exchange rates and installments for any web page"],
  ["/llms.txt", "For agents", "The reference as plain text"],
  ["/healthz", "Health", "Whether this process is up"],
]

const body = html`<main class="plain">
${brand("Self-hosted payments")}
<div>
<h1>${tagline}.</h1>
</div>
<p class="lead">The dashboard is not built here: <code>npm start</code> builds it.
Everything works over the API and through agent tools.</p>
<ul class="card links">
${links.map(([href, name, about]) => html`<li><a href="${href}">${name}<small>${about}</small></a></li>`)}
</ul>
</main>`
