import { RotateCw } from "lucide-react"
import { type CreateForm, definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { say } from "../../lib/words.ts"
import { deferred, deferredDialog } from "../../ui/deferred.tsx"
import { CopyId } from "../../ui/value.tsx"

export const bankAnswerPage = definePage<"bank-answers">({
  heading: row => say(row.format),
  subheading: row => (
    <>
      About payment files of <Reference to="own-accounts" id={row.ownAccount} />
    </>
  ),
  facts: row => [
    ["Parts", row.count],
    ["Waiting for you", row.waiting > 0 && row.waiting],
    ["Dealt with", row.handled > 0 && row.handled],
    ["SHA-256", <CopyId label="hash" value={row.sha256} />],
  ],
  Body: deferred(async () => (await import("./items.tsx")).AnswerBody),
  actions: {
    retry: {
      label: "Apply again",
      icon: RotateCw,
      about: () => "What waits is applied once more, such as after its payment file was marked as sent. What was applied stays as it is.",
      submit: () => "Apply what waits",
      done: "The answer is applied again",
    },
  },
})

export const bankAnswerCreate: CreateForm<"bank-answers"> = {
  fields: [],
  Dialog: deferredDialog(async () => (await import("./import-dialog.tsx")).ImportAnswerDialog),
}
