import type { Locale } from "../../kit/pure/mail-settings.ts"

const en = {
  added: "A passkey was added",
  wasAdded: (name: string) => `“${name}” was added. It signs you in without your password, and without a code.`,
  removed: "A passkey was removed",
  wasRemoved: (name: string) => `“${name}” was removed. It no longer signs you in.`,
  whatToDo: "Your passkeys are in the dashboard, under Sessions and assistants. Remove those that are not yours.",
}

export const passkeyWords = {
  en,
  "pt-BR": {
    added: "Uma chave de acesso foi adicionada",
    wasAdded: name => `“${name}” foi adicionada. Com ela você entra sem senha e sem código.`,
    removed: "Uma chave de acesso foi removida",
    wasRemoved: name => `“${name}” foi removida. Não dá mais acesso à sua conta.`,
    whatToDo: "As suas chaves de acesso estão no painel, em Sessões e assistentes. Remova as que não forem suas.",
  },
  es: {
    added: "Se ha añadido una llave de acceso",
    wasAdded: name => `Se ha añadido «${name}». Con ella inicia sesión sin contraseña y sin código.`,
    removed: "Se ha eliminado una llave de acceso",
    wasRemoved: name => `Se ha eliminado «${name}». Ya no permite iniciar sesión.`,
    whatToDo: "Sus llaves de acceso están en el panel, en Sesiones y asistentes. Elimine las que no sean suyas.",
  },
  de: {
    added: "Ein Passkey wurde hinzugefügt",
    wasAdded: name => `„${name}“ wurde hinzugefügt. Damit melden Sie sich ohne Passwort und ohne Code an.`,
    removed: "Ein Passkey wurde entfernt",
    wasRemoved: name => `„${name}“ wurde entfernt. Damit ist keine Anmeldung mehr möglich.`,
    whatToDo: "Ihre Passkeys finden Sie im Dashboard unter Sitzungen und Assistenten. Entfernen Sie alle, die nicht Ihre sind.",
  },
  fr: {
    added: "Une clé d’accès a été ajoutée",
    wasAdded: name => `« ${name} » a été ajoutée. Elle vous connecte sans mot de passe et sans code.`,
    removed: "Une clé d’accès a été supprimée",
    wasRemoved: name => `« ${name} » a été supprimée. Elle ne permet plus de vous connecter.`,
    whatToDo: "Vos clés d’accès se trouvent dans le tableau de bord, sous Sessions et assistants. Supprimez celles qui ne sont pas à vous.",
  },
} satisfies Record<Locale, typeof en>
