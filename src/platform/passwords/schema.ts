import { z } from "zod"
import { Email, text } from "../../kit/pure/fields.ts"
import { TypedPassword } from "../sessions/schema.ts"
import { maxPasswordLength, minPasswordLength } from "./rules.ts"

const NewPassword = text(maxPasswordLength, minPasswordLength).meta({
  description: "At least 12 characters of any kind; the most common passwords are refused",
  example: "three ordinary long words",
})

export const Forgot = z.object({ email: Email })
export const Reset = z.object({
  token: text(200, 1).meta({ description: "From the e-mailed link", example: "69e3b0c44298fc1c149afbf4.k3Jd92…" }),
  password: NewPassword,
})
export const PasswordChange = z.object({ current: TypedPassword, password: NewPassword })
export const Changed = z.object({ changed: z.literal(true) })
