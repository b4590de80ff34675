import type { Context } from "../../kit/db/context.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import { languageFor } from "../mails/language.ts"
import type { NewMail } from "../mails/store.ts"
import { resetUrl } from "../passwords/mails.ts"
import type { UserRow } from "../tenants/store.ts"

export function invitationMail({ caller, tenant }: Context, { id, email, name, locale: chosen }: UserRow, token: string): NewMail {
  const { locale, greeting } = languageFor(tenant, { locale: chosen })
  const { subject, invites, begin, action, footer } = invitationWords[locale]
  const from = caller.type === "person" ? `${caller.name} (${caller.email})` : tenant.name
  return {
    kind: "invitation",
    recipient: email,
    object: id,
    locale,
    subject: subject(tenant.name),
    greeting: greeting(name),
    paragraphs: [invites(from, tenant.name), begin],
    action: { label: action, url: resetUrl(token) },
    footer: footer(tenant.name),
  }
}

const en = {
  subject: (tenant: string) => `You are invited to ${tenant}`,
  invites: (from: string, tenant: string) => `${from} invites you to the payments of ${tenant} in Countersign.`,
  begin: "Choose a password to begin. The link works once, for seven days.",
  action: "Choose a password",
  footer: (tenant: string) => `Sent by ${tenant} with Countersign.`,
}

export const invitationWords = {
  en,
  "pt-BR": {
    subject: tenant => `Você foi convidado para ${tenant}`,
    invites: (from, tenant) => `${from} convida você para os pagamentos de ${tenant} no Countersign.`,
    begin: "Escolha uma senha para começar. O link funciona uma vez, por sete dias.",
    action: "Escolher uma senha",
    footer: tenant => `Enviado por ${tenant} com Countersign.`,
  },
  es: {
    subject: tenant => `Tiene una invitación de ${tenant}`,
    invites: (from, tenant) => `${from} le invita a los pagos de ${tenant} en Countersign.`,
    begin: "Elija una contraseña para empezar. El enlace funciona una vez, durante siete días.",
    action: "Elegir una contraseña",
    footer: tenant => `Enviado por ${tenant} con Countersign.`,
  },
  de: {
    subject: tenant => `Sie sind zu ${tenant} eingeladen`,
    invites: (from, tenant) => `${from} lädt Sie zu den Zahlungen von ${tenant} in Countersign ein.`,
    begin: "Wählen Sie ein Passwort, um zu beginnen. Der Link funktioniert einmal, sieben Tage lang.",
    action: "Passwort wählen",
    footer: tenant => `Gesendet von ${tenant} mit Countersign.`,
  },
  fr: {
    subject: tenant => `Vous êtes invité chez ${tenant}`,
    invites: (from, tenant) => `${from} vous invite à rejoindre les paiements de ${tenant} dans Countersign.`,
    begin: "Choisissez un mot de passe pour commencer. Le lien fonctionne une fois, pendant sept jours.",
    action: "Choisir un mot de passe",
    footer: tenant => `Envoyé par ${tenant} avec Countersign.`,
  },
} satisfies Record<Locale, typeof en>
