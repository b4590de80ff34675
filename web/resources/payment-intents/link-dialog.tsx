import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useDeferredValue, useMemo, useState } from "react"
import { call, request } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { looksLikeEmail } from "../../lib/email.ts"
import { type Field, textOf, type Values } from "../../lib/form.ts"
import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { Button, buttonLook } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { FormDialog } from "../../ui/form.tsx"
import { contactReference } from "../contacts/field.ts"
import { currencyField, rememberCurrency } from "../../dashboard/fields.ts"
import { dueField } from "./forms.ts"
import { LinkToSend } from "./link-to-send.tsx"
import type { Payment } from "./data.ts"

type Props = { isOpen: boolean; onClose(): void }

const fieldsFor = (isNewContact: boolean): readonly Field[] => [
  { name: "amount", label: t`Amount`, kind: "money", isRequired: true, isHalf: true },
  { ...currencyField, isHalf: true },
  { ...contactReference, hint: isNewContact ? t`A new contact: it is created with the link` : t`An e-mail is enough` },
  { name: "firstName", label: t`First name`, kind: "text", isHalf: true, appliesTo: () => isNewContact },
  { name: "lastName", label: t`Last name`, kind: "text", isHalf: true, appliesTo: () => isNewContact },
  { name: "for", label: t`Description`, kind: "text", placeholder: t`Payment` },
  dueField,
]

/** An amount and an e-mail are enough: the dialog creates a new contact if needed, and then shows the link to send. */
export function PaymentLinkDialog({ isOpen, onClose }: Props) {
  const [created, setCreated] = useState<Payment | undefined>(undefined)
  const [values, setValues] = useState<Values>({})
  const queries = useQueryClient()
  const isNewContact = useIsNew(useDeferredValue(textOf(values, "contact").trim()))
  const fields = useMemo(() => fieldsFor(isNewContact), [isNewContact])
  return (
    <>
      <FormDialog<Payment>
        id="payment link"
        isOpen={isOpen}
        onClose={onClose}
        title={t`New payment link`}
        description={t`Anybody with the link can pay, and nothing else.`}
        fields={fields}
        onValues={setValues}
        submit={() => t`Create payment link`}
        send={createLink}
        onDone={payment => {
          setCreated(payment)
          void queries.invalidateQueries({ queryKey: ["payment-intents"] })
          void queries.invalidateQueries({ queryKey: ["contacts"] })
        }}
      />
      {created && <Ready payment={created} onClose={() => setCreated(undefined)} />}
    </>
  )
}

/** Whether no contact has this e-mail yet, and this person may create one. */
function useIsNew(email: string): boolean {
  const can = usePermission()
  const known = useQuery({
    queryKey: ["contacts", "known", email],
    queryFn: () => isKnown(email),
    enabled: looksLikeEmail(email) && can("contacts.edit"),
  })
  return known.data === false
}

async function isKnown(email: string): Promise<boolean> {
  const { count } = (await request("GET /v1/contacts", { email, limit: 1 })) as { count: number }
  return count > 0
}

/** The keys of both requests are created when the form opens, so that a second click repeats the same requests. */
async function createLink(input: Record<string, unknown>, idempotencyKey: string): Promise<Payment> {
  const { amount, currency, contact, firstName, lastName, for: name = t`Payment`, dueAt } = input as LinkInput
  rememberCurrency(currency)
  if (looksLikeEmail(contact) && !(await isKnown(contact))) {
    const profile = { ...(firstName && { firstName }), ...(lastName && { lastName }) }
    await call("POST /v1/contacts/create", { email: contact, profile }, { idempotencyKey: `${idempotencyKey}-contact` })
  }
  const payment = { intentType: "ad-hoc" as const, contact, currency, dueAt, items: [{ name, amount }] }
  return call("POST /v1/payment-intents/create", payment, { idempotencyKey })
}

type LinkInput = {
  amount: number
  currency: string
  contact: string
  firstName?: string
  lastName?: string
  for?: string
  dueAt: string
}

function Ready({ payment, onClose }: { payment: Payment; onClose(): void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`${money(payment.amount, payment.currency)}: the link is ready`}
      description={t`${payment.number}. Send it by any means; you see here when it is paid.`}
      footer={
        <>
          <Link to="/$resource/$id" params={{ resource: "payments", id: payment._id }} onClick={onClose} className={buttonLook()}>
            {t`Open the payment`}
          </Link>
          <Button variant="primary" onClick={onClose}>
            {t`Done`}
          </Button>
        </>
      }
    >
      <LinkToSend row={payment} />
    </Dialog>
  )
}
