import type { View } from "../docs/pages/shell.ts"
import { formPage, messagePage } from "./page.ts"

const toSignIn = { href: "/sign-in", label: "Sign in" }

export const forgotForm = (email = "", alert?: string): View =>
  formPage({
    title: "New password",
    lead: "Type your e-mail. If it has an account, we send a link to choose a new password.",
    alert,
    action: "/forgot-password",
    address: alert !== undefined && "/forgot-password",
    fields: [{ name: "email", label: "E-mail", type: "email", autocomplete: "username", value: email }],
    button: "Send the link",
    below: toSignIn,
  })

/** The same whether or not there is an account. */
export const forgotSent = messagePage(
  "Look at your mail",
  "If this e-mail has an account, a link to choose a new password is on its way to it. It works once, for an hour.",
  toSignIn,
)

export const resetForm = (token: string, alert?: string): View =>
  formPage({
    title: "Choose a password",
    alert,
    action: "/reset-password",
    address: alert !== undefined && `/reset-password?${String(new URLSearchParams({ token }))}`,
    hidden: { token },
    fields: [
      {
        name: "password",
        label: "New password",
        type: "password",
        autocomplete: "new-password",
        hint: "12 characters or more, of any kind. Several ordinary words make a good password.",
      },
    ],
    button: "Choose this password",
    below: { href: "/forgot-password", label: "Get a new link" },
  })

/** The password is that of one tenant, which the token names. */
export const passwordChanged = (token: string): View =>
  messagePage("Your password is set", "Sign in with it now. Every browser was signed out.", {
    href: `/sign-in?${String(new URLSearchParams({ tenant: token.split(".", 1)[0]! }))}`,
    label: "Sign in",
  })
