import type { FastifyInstance } from "fastify"
import { mix, shade, textOn } from "../kit/pure/colour.ts"
import { type Html, html } from "../kit/pure/html.ts"
import { isId } from "../kit/pure/id.ts"
import { initialsOf } from "../kit/pure/initials.ts"
import type { Brand } from "../platform/tenants/brand.ts"
import { findLogo } from "../platform/tenants/brand-store.ts"

/** Whose page it is: the logo or the initials, the name, and beside them what `beside` says. */
export const brandHeader = ({ name, logoUrl }: Brand, beside: Html | "" = "") =>
  html`<p class="requester">${
    logoUrl === null
      ? html`<span class="initials" aria-hidden="true">${initialsOf(name)}</span>`
      : html`<img class="brand-logo" src="${pathOf(logoUrl)}" alt="" height="40">`
  }<span>${name}</span>${beside}</p>`

/** A page is served by our own origin, whichever of its names the reader has used. */
const pathOf = (url: string) => new URL(url).pathname

/** A policy without inline styles needs a stylesheet for the colour. It depends on nothing but the colour, so it is kept for long. */
export const brandStylesheet = ({ colour }: Pick<Brand, "colour">) => `/assets/brand/${colour.slice(1)}.css`

/** The surface of cards in light and dark, as in tokens.css: what the colour must be seen on. */
const [light, dark] = ["#ffffff", "#101217"]

/** Text and controls in the colour have 4.5 to 1, buttons 3 to 1 besides the text on them. */
export function brandStyles(colour: string): string {
  const theme = (surface: string) => {
    const [button, accent] = [shade(colour, surface, 3), shade(colour, surface, 4.6)]
    return `--brand:${button};--brand-text:${textOn(button)};--accent:${accent};--accent-text:${textOn(accent)};
--accent-soft:${mix(surface, accent, surface === light ? 0.07 : 0.16)};--ring:${accent}`
  }
  return `:root{${theme(light)}}\n@media screen and (prefers-color-scheme:dark){:root{${theme(dark)}}}\n`
}

const yearSeconds = 365 * 24 * 60 * 60

/** The logos of tenants and the styles of their colours. */
export function addBrandRoutes(app: FastifyInstance) {
  app.get<{ Params: { colour: string } }>("/assets/brand/:colour.css", async (request, reply) => {
    const { colour } = request.params
    if (!/^[0-9a-f]{6}$/.test(colour)) return reply.callNotFound()
    return reply
      .headers({ "content-type": "text/css; charset=utf-8", "cache-control": `public, max-age=${yearSeconds}, immutable` })
      .send(brandStyles(`#${colour}`))
  })

  /** Mails refer to the logo too. An older address shows the current logo. */
  app.get<{ Params: { tenant: string; hash: string } }>("/logos/:tenant/:hash", async (request, reply) => {
    const { tenant, hash } = request.params
    const logo = isId(tenant) ? await findLogo(tenant) : undefined
    if (!logo) return reply.callNotFound()
    return reply
      .headers({
        "content-type": logo.type,
        "cache-control": `public, max-age=${logo.hash === hash ? yearSeconds : 300}`,
        "cross-origin-resource-policy": "cross-origin", // readers of mails
        "content-security-policy": "default-src 'none'; sandbox",
      })
      .send(Buffer.from(logo.content, "base64"))
  })
}
