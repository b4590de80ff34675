import { html as template } from "../../kit/pure/html.ts"
import { seal, unseal } from "../../kit/service/crypto.ts"
import { maskLinks } from "./rules.ts"

type Place = { tenant_id: string; id: string }
type Stored = Place & { text: string; html: string; sealed_link: string | null }

/** Replaces the link in a stored mail. With the link itself, whoever reads the database or a backup could sign in or pay. */
export const placeholderOf = (url: string, { id }: Pick<Place, "id">) => `${maskLinks(url)}#${id}`

export const sealLink = (url: string, place: Place) => seal(url, linkPlace(place))
export const unsealLink = (sealed: string, place: Place) => unseal(sealed, linkPlace(place))
const linkPlace = ({ tenant_id, id }: Place) => `${tenant_id} ${id} mail link`

/** The mail with its link, to be sent or shown. */
export function withLink<M extends Stored>(mail: M): M {
  if (mail.sealed_link === null) return mail
  const url = unsealLink(mail.sealed_link, mail)
  const placeholder = placeholderOf(url, mail)
  return {
    ...mail,
    text: mail.text.replaceAll(placeholder, () => url),
    html: mail.html.replaceAll(inHtml(placeholder), () => inHtml(url)),
  }
}

const inHtml = (text: string) => template`${text}`.markup

/** The mail after its outcome, when nobody may see its link any more. */
export const withoutLink = ({ text, html }: Pick<Stored, "text" | "html">) => ({
  text: maskLinks(text),
  html: maskLinks(html),
  sealed_link: null,
})
