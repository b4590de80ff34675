import { config } from "../../kit/service/config.ts"
import type { Tenant } from "../../kit/pure/caller.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import { languageFor } from "../mails/language.ts"
import type { NewMail } from "../mails/store.ts"
import type { UserRow } from "../tenants/store.ts"

/** The page where a new password is chosen. */
export const resetUrl = (token: string) => `${config.BASE_URL}/reset-password?${String(new URLSearchParams({ token }))}`

type Person = Pick<UserRow, "id" | "email" | "name" | "locale">

export function resetMail({ id, email, name, locale: own }: Person, tenant: Tenant, token: string): NewMail {
  const { locale, greeting } = languageFor(tenant, { locale: own })
  const { subject, asked, nobody, action, footer } = passwordWords[locale]
  return {
    kind: "password-reset",
    recipient: email,
    object: id,
    locale,
    subject,
    greeting: greeting(name),
    paragraphs: [asked(tenant.name), nobody],
    action: { label: action, url: resetUrl(token) },
    footer: footer(tenant.name),
  }
}

/** What the mail says after a change of the password. */
export const passwordChanged = (locale: Locale, isByLink: boolean) => {
  const { changed, byYou, byLink } = passwordWords[locale]
  return { subject: changed, paragraphs: [isByLink ? byLink : byYou] }
}

const en = {
  subject: "Choose a new password",
  asked: (tenant: string) => `Somebody, probably you, asked for a new password for ${tenant}. The link works once, for an hour.`,
  nobody: "If it was not you, do nothing: your password stays as it is.",
  action: "Choose a new password",
  footer: (tenant: string) => `Sent by ${tenant} with Countersign.`,
  changed: "Your password was changed",
  byYou: "You changed your password.",
  byLink: "A new password was chosen with a link that we mailed to you.",
}

export const passwordWords = {
  en,
  "pt-BR": {
    subject: "Escolha uma nova senha",
    asked: tenant => `Alguém, provavelmente você, pediu uma nova senha para ${tenant}. O link funciona uma vez, por uma hora.`,
    nobody: "Se não foi você, não faça nada: a sua senha continua a mesma.",
    action: "Escolher uma nova senha",
    footer: tenant => `Enviado por ${tenant} com Countersign.`,
    changed: "A sua senha foi alterada",
    byYou: "Você alterou a sua senha.",
    byLink: "Uma nova senha foi escolhida com um link que enviamos a você por e-mail.",
  },
  es: {
    subject: "Elija una nueva contraseña",
    asked: tenant =>
      `Alguien, probablemente usted, pidió una nueva contraseña para ${tenant}. El enlace funciona una vez, durante una hora.`,
    nobody: "Si no fue usted, no haga nada: su contraseña sigue igual.",
    action: "Elegir una nueva contraseña",
    footer: tenant => `Enviado por ${tenant} con Countersign.`,
    changed: "Su contraseña ha cambiado",
    byYou: "Ha cambiado su contraseña.",
    byLink: "Se ha elegido una nueva contraseña con un enlace que le enviamos por correo.",
  },
  de: {
    subject: "Neues Passwort wählen",
    asked: tenant =>
      `Jemand, vermutlich Sie, hat ein neues Passwort für ${tenant} angefordert. Der Link funktioniert einmal, eine Stunde lang.`,
    nobody: "Wenn Sie es nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.",
    action: "Neues Passwort wählen",
    footer: tenant => `Gesendet von ${tenant} mit Countersign.`,
    changed: "Ihr Passwort wurde geändert",
    byYou: "Sie haben Ihr Passwort geändert.",
    byLink: "Mit einem Link, den wir Ihnen per E-Mail gesendet haben, wurde ein neues Passwort gewählt.",
  },
  fr: {
    subject: "Choisissez un nouveau mot de passe",
    asked: tenant =>
      `Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour ${tenant}. Le lien fonctionne une fois, pendant une heure.`,
    nobody: "Si ce n’était pas vous, ne faites rien : votre mot de passe reste le même.",
    action: "Choisir un nouveau mot de passe",
    footer: tenant => `Envoyé par ${tenant} avec Countersign.`,
    changed: "Votre mot de passe a été modifié",
    byYou: "Vous avez modifié votre mot de passe.",
    byLink: "Un nouveau mot de passe a été choisi avec un lien que nous vous avons envoyé par e-mail.",
  },
} satisfies Record<Locale, typeof en>
