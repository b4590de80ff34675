import type { Context } from "../../kit/db/context.ts"
import { config } from "../../kit/service/config.ts"
import { type Language, languageFor } from "../mails/language.ts"
import { type NewMail, sendMail } from "../mails/store.ts"
import type { UserRow } from "../tenants/store.ts"
import { choiceOf } from "./rules.ts"
import { findChoices, insertNotice } from "./store.ts"
import type { NoticeKind } from "./values.ts"

type News = {
  kind: NoticeKind
  /** The path of the object in the API, and its id. */
  type: string
  object: string
  /** The page of the object in the dashboard. */
  path: string
  /** Tells events of the same kind about the same object apart, such as two failures with a repair between them. */
  occasion?: string | number
}

type Words = Pick<NewMail, "subject" | "paragraphs" | "amount" | "rows" | "footer" | "footerLink"> & {
  /** What the link of the mail says. */
  action: string
}

/**
 * Tells people of the tenant about an event, in its commit: by mail, on the page or not at all, as each of them chose for this kind. `say`
 * makes the words in the language of each. The notice on the page has the subject of the mail as its title.
 */
export async function notify(
  ctx: Context,
  people: readonly Pick<UserRow, "id" | "name" | "email" | "locale">[],
  { kind, type, object, path, occasion = "" }: News,
  say: (language: Language) => Words,
): Promise<void> {
  if (people.length === 0) return
  const ids = people.map(({ id }) => id)
  const chosen = await findChoices(ctx, ids)
  for (const { id, name, email, locale } of people) {
    const { mail, page } = choiceOf(
      kind,
      chosen.filter(({ user_id }) => user_id === id),
    )
    const language = languageFor(ctx.tenant, { locale })
    const { action, ...words } = say(language)
    if (page)
      insertNotice(ctx, { user_id: id, kind, object_type: type, object_id: object, occasion: String(occasion), title: words.subject, path })
    if (mail)
      await sendMail(ctx, {
        ...words,
        kind,
        recipient: email,
        object,
        locale: language.locale,
        greeting: language.greeting(name),
        action: { label: action, url: `${config.BASE_URL}${path}` },
      })
  }
}
