import type { Tenant } from "../../kit/pure/caller.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import { languageOf } from "./language.ts"
import type { NewMail } from "./store.ts"

type SignInLink = {
  portal: "contact" | "partner"
  recipient: string
  /** The id of the contact or partnership. */
  object: string
  name: string | undefined
  url: string
  minutes: number
  locale: Locale
}

/** The mail with the link that signs a payer or partner in to their portal. */
export function signInLinkMail(
  { portal, recipient, object, name, url, minutes, locale }: SignInLink,
  tenant: Pick<Tenant, "name" | "timezone">,
): NewMail {
  const { subject, asked, nobody, action, footer } = signInWords[locale]
  return {
    kind: portal === "contact" ? "sign-in-link" : "partner-sign-in-link",
    recipient,
    object,
    locale,
    subject: subject(tenant.name),
    greeting: languageOf(locale, tenant.timezone).greeting(name),
    paragraphs: [asked(tenant.name, minutes), nobody],
    action: { label: action, url },
    footer: footer(tenant.name),
  }
}

const en = {
  subject: (from: string) => `Sign in to ${from}`,
  asked: (from: string, minutes: number) =>
    `Somebody, probably you, asked to sign in to ${from} with this address. The link works once, for ${minutes} minutes.`,
  nobody: "If it was not you, do nothing: without this mail nobody can sign in.",
  action: "Sign in",
  footer: (from: string) => `Sent by ${from} with Countersign.`,
}

export const signInWords = {
  en,
  "pt-BR": {
    subject: from => `Entrar em ${from}`,
    asked: (from, minutes) =>
      `Alguém, provavelmente você, pediu para entrar em ${from} com este endereço. O link funciona uma vez, por ${minutes} minutos.`,
    nobody: "Se não foi você, não faça nada: sem este e-mail ninguém consegue entrar.",
    action: "Entrar",
    footer: from => `Enviado por ${from} com Countersign.`,
  },
  es: {
    subject: from => `Entrar en ${from}`,
    asked: (from, minutes) =>
      `Alguien, probablemente usted, pidió entrar en ${from} con esta dirección. El enlace funciona una vez, durante ${minutes} minutos.`,
    nobody: "Si no fue usted, no haga nada: sin este mensaje nadie puede entrar.",
    action: "Entrar",
    footer: from => `Enviado por ${from} con Countersign.`,
  },
  de: {
    subject: from => `Anmelden bei ${from}`,
    asked: (from, minutes) =>
      `Jemand, vermutlich Sie, möchte sich mit dieser Adresse bei ${from} anmelden. Der Link funktioniert einmal, ${minutes} Minuten lang.`,
    nobody: "Wenn Sie es nicht waren, müssen Sie nichts tun: Ohne diese Nachricht kann sich niemand anmelden.",
    action: "Anmelden",
    footer: from => `Gesendet von ${from} mit Countersign.`,
  },
  fr: {
    subject: from => `Connexion à ${from}`,
    asked: (from, minutes) =>
      `Quelqu’un, sans doute vous, a demandé à se connecter à ${from} avec cette adresse. Le lien fonctionne une fois, pendant ` +
      `${minutes} minutes.`,
    nobody: "Si ce n’était pas vous, ne faites rien : sans ce message, personne ne peut se connecter.",
    action: "Se connecter",
    footer: from => `Envoyé par ${from} avec Countersign.`,
  },
} satisfies Record<Locale, typeof en>
