import { tagline, title } from "../about.ts"
import { brand, type View } from "./shell.ts"

/** The front door, until the dashboard stands here. */
export function homePage(): View {
  return { title: `${title}: self-hosted payments`, description: tagline, body }
}

const places: [href: string, name: string, about: string][] = [
  ["/docs", "Reference", "Every route, with a request to paste"],
  ["/docs/errors", "Errors", "Every code, what it means and what to do"],
  ["/demo", "Rates", "Exchange rates and installments, on any web page"],
  ["/docs/llms.txt", "For agents", "The same in plain text"],
  ["/healthz", "Health", "Whether this process is up"],
]

const body = `<main class="plain">
${brand("Self-hosted payments")}
<div>
<h1>${tagline}.</h1>
</div>
<p class="lead">The dashboard will open here. Until then, all there is works over the API and through agent tools.</p>
<ul class="card links">
${places.map(([href, name, about]) => `<li><a href="${href}">${name}<small>${about}</small></a></li>`).join("\n")}
</ul>
</main>`
