import type { View } from "../docs/pages/shell.ts"
import type { SignInLanguage } from "./language.ts"
import { formPage, messagePage } from "./page.ts"

const toSignIn = ({ words }: SignInLanguage) => ({ href: "/sign-in", label: words.signIn })

export const forgotForm = (language: SignInLanguage, email = "", alert?: string): View =>
  formPage(language, {
    title: language.words.newPassword,
    lead: language.words.forgotLead,
    alert,
    action: "/forgot-password",
    address: alert !== undefined && "/forgot-password",
    fields: [{ name: "email", label: language.words.email, type: "email", autocomplete: "username", value: email }],
    button: language.words.sendLink,
    below: toSignIn(language),
  })

/** The same whether or not there is an account. */
export const forgotSent = (language: SignInLanguage): View =>
  messagePage(language, language.words.sentTitle, language.words.sentText, toSignIn(language))

export function resetForm(language: SignInLanguage, token: string, alert?: string): View {
  const { chooseTitle, newPassword, passwordHint, chooseThis, newLink } = language.words
  return formPage(language, {
    title: chooseTitle,
    alert,
    action: "/reset-password",
    address: alert !== undefined && `/reset-password?${String(new URLSearchParams({ token }))}`,
    hidden: { token },
    fields: [{ name: "password", label: newPassword, type: "password", autocomplete: "new-password", hint: passwordHint }],
    button: chooseThis,
    below: { href: "/forgot-password", label: newLink },
  })
}

/** The password is that of one tenant, which the token names. */
export const passwordChanged = (language: SignInLanguage, token: string): View =>
  messagePage(language, language.words.setTitle, language.words.setText, {
    href: `/sign-in?${String(new URLSearchParams({ tenant: token.split(".", 1)[0]! }))}`,
    label: language.words.signIn,
  })
