import { type Html, html } from "../../../kit/pure/html.ts"
import { type Brand, defaultColour } from "../../../platform/tenants/brand.ts"
import { brandStylesheet } from "../../brand.ts"

/**
 * A page, in English unless `lang` says otherwise. `script`: whether it loads site.js, or the name of another script. `brand`: the tenant
 * whose colour it has. Search engines skip a page without a description.
 */
export type View = {
  title: string
  body: Html
  description?: string
  script?: true | string
  lang?: string
  brand?: Pick<Brand, "colour">
}

/** Allows no resources of other hosts, no inline scripts or styles, and no framing. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; form-action 'none'; frame-ancestors " +
    "'none'; base-uri 'none'",
}

export function renderPage({ title, body, description, script, lang = "en", brand }: View): string {
  const page = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${description ? html`<meta name="description" content="${description}">` : html`<meta name="robots" content="noindex">`}
<title>${title}</title>
<link rel="icon" href="/assets/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/site.css">
${brand && brand.colour !== defaultColour ? html`<link rel="stylesheet" href="${brandStylesheet(brand)}">` : ""}
${script ? html`<script src="/assets/${script === true ? "site" : script}.js" defer></script>` : ""}
</head>
<body>
${body}
</body>
</html>
`
  return page.markup
}

export const brand = (below: string) => html`<a class="brand" href="/"><img src="/assets/logo.svg" alt="" width="32" height="32">
<span>Countersign<small>${below}</small></span></a>`
