import type { Tenant } from "../../kit/pure/caller.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import { languageOf } from "./language.ts"
import type { NewMail } from "./store.ts"

type ConfirmEmail = {
  /** The new address. */
  recipient: string
  /** The id of the contact. */
  object: string
  name: string
  url: string
  minutes: number
  locale: Locale
}

/** Goes to the address that a contact wrote in the portal: only who reads it can make it the contact's e-mail. */
export function confirmEmailMail(
  { recipient, object, name, url, minutes, locale }: ConfirmEmail,
  tenant: Pick<Tenant, "name" | "timezone">,
): NewMail {
  const { subject, asked, nobody, action, footer } = confirmEmailWords[locale]
  return {
    kind: "confirm-email",
    recipient,
    object,
    locale,
    subject: subject(tenant.name),
    greeting: languageOf(locale, tenant.timezone).greeting(name || undefined),
    paragraphs: [asked(tenant.name, minutes), nobody],
    action: { label: action, url },
    footer: footer(tenant.name),
  }
}

const en = {
  subject: (from: string) => `Confirm your new e-mail address for ${from}`,
  asked: (from: string, minutes: number) =>
    `Somebody who is signed in to the portal of ${from} wants to use this address from now on. Open the link in the same browser, within ` +
    `${minutes} minutes.`,
  nobody: "If it was not you, do nothing: without this mail nothing changes.",
  action: "Use this address",
  footer: (from: string) => `Sent by ${from} with Countersign.`,
}

export const confirmEmailWords = {
  en,
  "pt-BR": {
    subject: from => `Confirme o seu novo e-mail em ${from}`,
    asked: (from, minutes) =>
      `Alguém que entrou no portal de ${from} quer usar este endereço de agora em diante. Abra o link no mesmo navegador, em até ` +
      `${minutes} minutos.`,
    nobody: "Se não foi você, não faça nada: sem este e-mail nada muda.",
    action: "Usar este e-mail",
    footer: from => `Enviado por ${from} com Countersign.`,
  },
  es: {
    subject: from => `Confirme su nuevo correo electrónico en ${from}`,
    asked: (from, minutes) =>
      `Alguien que ha entrado en el portal de ${from} quiere usar esta dirección desde ahora. Abra el enlace en el mismo navegador, ` +
      `antes de ${minutes} minutos.`,
    nobody: "Si no fue usted, no haga nada: sin este mensaje no cambia nada.",
    action: "Usar esta dirección",
    footer: from => `Enviado por ${from} con Countersign.`,
  },
  de: {
    subject: from => `Bestätigen Sie Ihre neue E-Mail-Adresse für ${from}`,
    asked: (from, minutes) =>
      `Jemand, der im Portal von ${from} angemeldet ist, möchte ab jetzt diese Adresse verwenden. Öffnen Sie den Link innerhalb von ` +
      `${minutes} Minuten im selben Browser.`,
    nobody: "Wenn Sie es nicht waren, müssen Sie nichts tun: Ohne diese Nachricht ändert sich nichts.",
    action: "Diese Adresse verwenden",
    footer: from => `Gesendet von ${from} mit Countersign.`,
  },
  fr: {
    subject: from => `Confirmez votre nouvelle adresse e-mail pour ${from}`,
    asked: (from, minutes) =>
      `Une personne connectée au portail de ${from} souhaite utiliser cette adresse désormais. Ouvrez le lien dans le même navigateur, ` +
      "dans " +
      `les ${minutes} minutes.`,
    nobody: "Si ce n’était pas vous, ne faites rien : sans ce message, rien ne change.",
    action: "Utiliser cette adresse",
    footer: from => `Envoyé par ${from} avec Countersign.`,
  },
} satisfies Record<Locale, typeof en>
