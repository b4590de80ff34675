import type { Locale } from "../../kit/pure/mail-settings.ts"

const en = {
  notYou:
    "If this was not you, choose a new password at once: it signs out every browser and every assistant that is connected in your name.",
  footer: (tenant: string) => `Sent by ${tenant} with Countersign, because it concerns how you sign in.`,
  recoverySubject: "A recovery code was used",
  recoveryUsed: (left: number) => `You signed in with a recovery code, which no longer works. You have ${left} left.`,
  newSubject: "New sign-in",
  newPlace: "You signed in from a place that we had not seen before. If this was you, there is nothing to do.",
  when: "When",
  address: "Address",
  browser: "Browser",
  unknown: "unknown",
}

export const accountWords = {
  en,
  "pt-BR": {
    notYou: "Se não foi você, escolha uma nova senha imediatamente: ela encerra todos os navegadores e assistentes conectados em seu nome.",
    footer: tenant => `Enviado por ${tenant} com Countersign, porque diz respeito ao seu acesso.`,
    recoverySubject: "Um código de recuperação foi usado",
    recoveryUsed: left => `Você entrou com um código de recuperação, que não funciona mais. Códigos restantes: ${left}.`,
    newSubject: "Novo acesso",
    newPlace: "Você entrou de um lugar que ainda não conhecíamos. Se foi você, não há nada a fazer.",
    when: "Quando",
    address: "Endereço",
    browser: "Navegador",
    unknown: "desconhecido",
  },
  es: {
    notYou:
      "Si no fue usted, elija de inmediato una nueva contraseña: cierra la sesión de todos los navegadores y asistentes conectados en " +
      "su nombre.",
    footer: tenant => `Enviado por ${tenant} con Countersign, porque afecta a su inicio de sesión.`,
    recoverySubject: "Se ha usado un código de recuperación",
    recoveryUsed: left => `Ha iniciado sesión con un código de recuperación, que ya no funciona. Códigos restantes: ${left}.`,
    newSubject: "Nuevo inicio de sesión",
    newPlace: "Ha iniciado sesión desde un lugar que no conocíamos. Si fue usted, no tiene que hacer nada.",
    when: "Cuándo",
    address: "Dirección",
    browser: "Navegador",
    unknown: "desconocido",
  },
  de: {
    notYou:
      "Wenn Sie es nicht waren, wählen Sie sofort ein neues Passwort: Damit werden alle Browser und alle in Ihrem Namen verbundenen " +
      "Assistenten abgemeldet.",
    footer: tenant => `Gesendet von ${tenant} mit Countersign, weil es Ihre Anmeldung betrifft.`,
    recoverySubject: "Ein Wiederherstellungscode wurde verwendet",
    recoveryUsed: left => `Sie haben sich mit einem Wiederherstellungscode angemeldet, der nicht mehr gilt. Verbleibende Codes: ${left}.`,
    newSubject: "Neue Anmeldung",
    newPlace: "Sie haben sich von einem Ort angemeldet, den wir noch nicht kannten. Wenn Sie es waren, müssen Sie nichts tun.",
    when: "Wann",
    address: "Adresse",
    browser: "Browser",
    unknown: "unbekannt",
  },
  fr: {
    notYou:
      "Si ce n’était pas vous, choisissez sans attendre un nouveau mot de passe : il déconnecte tous les navigateurs et tous les " +
      "assistants connectés en votre nom.",
    footer: tenant => `Envoyé par ${tenant} avec Countersign, car cela concerne votre connexion.`,
    recoverySubject: "Un code de récupération a été utilisé",
    recoveryUsed: left => `Vous vous êtes connecté avec un code de récupération, qui ne fonctionne plus. Codes restants : ${left}.`,
    newSubject: "Nouvelle connexion",
    newPlace: "Vous vous êtes connecté depuis un endroit que nous ne connaissions pas. Si c’était vous, vous n’avez rien à faire.",
    when: "Quand",
    address: "Adresse",
    browser: "Navigateur",
    unknown: "inconnu",
  },
} satisfies Record<Locale, typeof en>
