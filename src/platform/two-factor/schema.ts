import { z } from "zod"
import { text } from "../../kit/pure/fields.ts"
import { Code, TypedPassword } from "../sessions/schema.ts"

export const TwoFactor = z
  .object({ enabled: z.boolean(), recoveryCodesLeft: z.int().meta({ description: "Make new ones before you use the last" }) })
  .meta({ id: "TwoFactor" })

export const Enrolment = z
  .object({
    secret: z.string().meta({ description: "To type into an authenticator app", example: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" }),
    uri: z.string().meta({ description: "The same as an address", example: "otpauth://totp/Countersign:ana%40example.com?secret=…" }),
    qr: z
      .string()
      .meta({ description: "The same as an image to scan, as a data: address of an SVG", example: "data:image/svg+xml;base64,…" }),
  })
  .meta({ id: "TwoFactorEnrolment" })

export const RecoveryCodes = z
  .object({ recoveryCodes: z.array(z.string()).meta({ description: "Shown only now; each works once in place of a code" }) })
  .meta({ id: "RecoveryCodes" })

export const AppCode = z.object({ code: text(20, 6).meta({ description: "The code that the authenticator app shows", example: "287082" }) })
export const PasswordAndCode = z.object({ password: TypedPassword, code: Code })
