import { operation } from "../../kit/operation/operation.ts"
import { Authorization } from "../authorizations/schema.ts"
import { SignedMandate } from "./schema.ts"
import { signMandate } from "./sign.ts"

export const mandateSignatureOperations = [
  operation({
    route: "POST /v1/authorizations/sign",
    noun: "authorization",
    summary:
      "Create the mandate that a payer has signed, with its bank account; when it becomes active, the payment intent is charged once",
    needs: "authorizations.edit",
    effect: "money",
    idempotency: "header",
    input: SignedMandate,
    output: Authorization,
    run: signMandate,
  }),
]
