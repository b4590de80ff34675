import type { Locale } from "../../kit/pure/mail-settings.ts"

/** By the verb in the audit log. */
const en = {
  enable: {
    subject: "Two-factor sign-in is on",
    text: "From now on you need a code of your authenticator app, or a recovery code, to sign in.",
  },
  disable: { subject: "Two-factor sign-in is off", text: "From now on your password alone is enough to sign in." },
  "recovery-codes": { subject: "New recovery codes", text: "You made new recovery codes. The earlier ones no longer work." },
}

export const twoFactorWords = {
  en,
  "pt-BR": {
    enable: {
      subject: "A autenticação em dois fatores está ativada",
      text: "A partir de agora você precisa de um código do seu aplicativo autenticador, ou de um código de recuperação, para entrar.",
    },
    disable: { subject: "A autenticação em dois fatores está desativada", text: "A partir de agora basta a sua senha para entrar." },
    "recovery-codes": {
      subject: "Novos códigos de recuperação",
      text: "Você criou novos códigos de recuperação. Os anteriores não funcionam mais.",
    },
  },
  es: {
    enable: {
      subject: "La verificación en dos pasos está activada",
      text: "Desde ahora necesita un código de su aplicación de autenticación, o un código de recuperación, para iniciar sesión.",
    },
    disable: { subject: "La verificación en dos pasos está desactivada", text: "Desde ahora basta su contraseña para iniciar sesión." },
    "recovery-codes": {
      subject: "Nuevos códigos de recuperación",
      text: "Ha creado nuevos códigos de recuperación. Los anteriores ya no funcionan.",
    },
  },
  de: {
    enable: {
      subject: "Die Zwei-Faktor-Anmeldung ist aktiviert",
      text: "Ab jetzt benötigen Sie zum Anmelden einen Code Ihrer Authentifizierungs-App oder einen Wiederherstellungscode.",
    },
    disable: { subject: "Die Zwei-Faktor-Anmeldung ist deaktiviert", text: "Ab jetzt genügt zum Anmelden Ihr Passwort." },
    "recovery-codes": {
      subject: "Neue Wiederherstellungscodes",
      text: "Sie haben neue Wiederherstellungscodes erstellt. Die früheren gelten nicht mehr.",
    },
  },
  fr: {
    enable: {
      subject: "La connexion à deux facteurs est activée",
      text: "Désormais, il vous faut un code de votre application d’authentification, ou un code de récupération, pour vous connecter.",
    },
    disable: {
      subject: "La connexion à deux facteurs est désactivée",
      text: "Désormais, votre mot de passe suffit pour vous connecter.",
    },
    "recovery-codes": {
      subject: "Nouveaux codes de récupération",
      text: "Vous avez créé de nouveaux codes de récupération. Les anciens ne fonctionnent plus.",
    },
  },
} satisfies Record<Locale, typeof en>
