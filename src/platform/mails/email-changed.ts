import type { Tenant } from "../../kit/pure/caller.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import { type Language, languageFor } from "./language.ts"
import type { NewMail } from "./store.ts"

type EmailChange = {
  portal: "contact" | "partner"
  /** The previous address. */
  recipient: string
  /** The id of the contact or partnership. */
  object: string
  name: string | undefined
  locale: Locale | null
  /** Until when the portal refuses changes. */
  heldUntil: Date
}

/**
 * Goes to the previous address, whoever changed it, because its owner would not notice otherwise. It does not name the new address: the old
 * one may belong to a stranger if it was mistyped.
 */
export function emailChangedMail(
  { portal, recipient, object, name, locale, heldUntil }: EmailChange,
  tenant: Pick<Tenant, "name" | "timezone" | "mails">,
): NewMail {
  const language = languageFor(tenant, { locale })
  const { subject, changed, held, nobody, footer } = emailChangedWords[language.locale]
  return {
    kind: portal === "contact" ? "email-changed" : "partner-email-changed",
    recipient,
    object,
    locale: language.locale,
    subject: subject(tenant.name),
    greeting: language.greeting(name),
    paragraphs: [changed(tenant.name), held(language.day(heldUntil)), nobody(tenant.name)],
    footer: footer(tenant.name),
  }
}

const en = {
  subject: (from: string) => `Your e-mail address at ${from} was changed`,
  changed: (from: string) =>
    `${from} has replaced this e-mail address by another one. Mails and links to sign in go there from now on. No money moved.`,
  held: (day: string) => `For your protection, whoever signs in with the new address can change nothing until ${day}.`,
  nobody: (from: string) => `If you asked for this, there is nothing to do. If you did not, write to ${from} at once.`,
  footer: (from: string) => `Sent by ${from} with Countersign.`,
}

export const emailChangedWords = {
  en,
  "pt-BR": {
    subject: from => `Seu e-mail em ${from} foi alterado`,
    changed: from => `${from} trocou este e-mail por outro. Mensagens e links para entrar vão para lá agora. Nenhum dinheiro se moveu.`,
    held: day => `Para sua proteção, quem entrar com o novo endereço não pode alterar nada até ${day}.`,
    nobody: from => `Se foi você quem pediu, não há nada a fazer. Se não foi, escreva para ${from} imediatamente.`,
    footer: from => `Enviado por ${from} com Countersign.`,
  },
  es: {
    subject: from => `Su correo electrónico en ${from} ha cambiado`,
    changed: from =>
      `${from} ha sustituido este correo por otro. Los mensajes y enlaces para entrar van allí desde ahora. No se movió dinero.`,
    held: day => `Para su protección, quien entre con la nueva dirección no puede cambiar nada hasta el ${day}.`,
    nobody: from => `Si usted lo pidió, no tiene que hacer nada. Si no, escriba a ${from} de inmediato.`,
    footer: from => `Enviado por ${from} con Countersign.`,
  },
  de: {
    subject: from => `Ihre E-Mail-Adresse bei ${from} wurde geändert`,
    changed: from =>
      `${from} hat diese E-Mail-Adresse durch eine andere ersetzt. Nachrichten und Links zum Anmelden gehen ab jetzt dorthin. ` +
      "Es ist kein Geld geflossen.",
    held: day => `Zu Ihrem Schutz kann bis zum ${day} nichts ändern, wer sich mit der neuen Adresse anmeldet.`,
    nobody: from => `Wenn Sie darum gebeten haben, müssen Sie nichts tun. Wenn nicht, schreiben Sie sofort an ${from}.`,
    footer: from => `Gesendet von ${from} mit Countersign.`,
  },
  fr: {
    subject: from => `Votre adresse e-mail chez ${from} a été modifiée`,
    changed: from =>
      `${from} a remplacé cette adresse e-mail par une autre. Les messages et les liens de connexion y sont envoyés désormais. ` +
      "Aucun argent n’a circulé.",
    held: day => `Pour votre protection, la personne qui se connecte avec la nouvelle adresse ne peut rien modifier jusqu’au ${day}.`,
    nobody: from => `Si vous l’avez demandé, vous n’avez rien à faire. Sinon, écrivez sans attendre à ${from}.`,
    footer: from => `Envoyé par ${from} avec Countersign.`,
  },
} satisfies Record<Language["locale"], typeof en>
