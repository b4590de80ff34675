import type { Context } from "../../kit/db/context.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import { notify } from "../../platform/notices/notify.ts"
import type { UserRow } from "../../platform/tenants/store.ts"
import type { Target } from "./objects.ts"

/** Tells a colleague that a note mentions them; a mail has its text and the way to the object. */
export async function notifyMentioned(ctx: Context, person: UserRow, { type, id }: Target, text: string) {
  const { caller, tenant, origin } = ctx
  const path = `/open?type=${encodeURIComponent(type)}&id=${id}`
  await notify(ctx, [person], { kind: "mention", type, object: id, path, occasion: origin.requestId }, ({ locale }) => {
    const { subject, mentioned, action, footer } = mentionWords[locale]
    return {
      subject: subject(caller.name),
      paragraphs: [mentioned(caller.name, tenant.name), text],
      action,
      footer: footer(tenant.name),
    }
  })
}

const en = {
  subject: (author: string) => `${author} mentioned you in a note`,
  mentioned: (author: string, tenant: string) => `${author} mentioned you in a note of ${tenant}:`,
  action: "Open it",
  footer: (tenant: string) => `You get this mail because you work at ${tenant}. Contacts never see notes.`,
}

export const mentionWords = {
  en,
  "pt-BR": {
    subject: author => `${author} mencionou você em uma nota`,
    mentioned: (author, tenant) => `${author} mencionou você em uma nota de ${tenant}:`,
    action: "Abrir",
    footer: tenant => `Você recebe este e-mail porque trabalha em ${tenant}. Os contatos nunca veem as notas.`,
  },
  es: {
    subject: author => `${author} le ha mencionado en una nota`,
    mentioned: (author, tenant) => `${author} le ha mencionado en una nota de ${tenant}:`,
    action: "Abrir",
    footer: tenant => `Recibe este mensaje porque trabaja en ${tenant}. Los contactos nunca ven las notas.`,
  },
  de: {
    subject: author => `${author} hat Sie in einer Notiz erwähnt`,
    mentioned: (author, tenant) => `${author} hat Sie in einer Notiz bei ${tenant} erwähnt:`,
    action: "Öffnen",
    footer: tenant => `Sie erhalten diese Nachricht, weil Sie bei ${tenant} arbeiten. Kontakte sehen Notizen nie.`,
  },
  fr: {
    subject: author => `${author} vous a mentionné dans une note`,
    mentioned: (author, tenant) => `${author} vous a mentionné dans une note de ${tenant} :`,
    action: "Ouvrir",
    footer: tenant => `Vous recevez ce message parce que vous travaillez chez ${tenant}. Les contacts ne voient jamais les notes.`,
  },
} satisfies Record<Locale, typeof en>
