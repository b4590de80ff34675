import { RotateCw } from "lucide-react"
import { type CreateForm, definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { deferred, deferredDialog } from "../../ui/deferred.tsx"
import { CopyId } from "../../ui/value.tsx"

export const bankAnswerPage = definePage<"bank-answers">({
  heading: row => say(row.format),
  subheading: row => rich`About payment files of ${<Reference to="own-accounts" id={row.ownAccount} />}`,
  facts: row => [
    [t`Parts`, row.count],
    [t`Waiting for you`, row.waiting > 0 && row.waiting],
    [t`Dealt with`, row.handled > 0 && row.handled],
    ["SHA-256", <CopyId label={t`hash`} value={row.sha256} />],
  ],
  Body: deferred(async () => (await import("./items.tsx")).AnswerBody),
  actions: {
    retry: {
      label: t`Apply again`,
      icon: RotateCw,
      about: () => t`What waits is applied once more, such as after its payment file was marked as sent. What was applied stays as it is.`,
      submit: () => t`Apply what waits`,
      done: t`The answer is applied again`,
    },
  },
})

export const bankAnswerCreate: CreateForm<"bank-answers"> = {
  fields: [],
  Dialog: deferredDialog(async () => (await import("./import-dialog.tsx")).ImportAnswerDialog),
}
