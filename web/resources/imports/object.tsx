import { Ban, FlaskConical, Play } from "lucide-react"
import { type CreateForm, definePage } from "../../dashboard/resource.ts"
import { say } from "../../lib/words.ts"
import { deferred, deferredDialog } from "../../ui/deferred.tsx"
import { ExactWhen } from "../../ui/value.tsx"

export const importPage = definePage<"imports">({
  heading: row => row.fileName || say(row.kind),
  subheading: row => `${say(row.kind)}, ${row.rows.toLocaleString()} ${row.rows === 1 ? "row" : "rows"}`,
  useName: row => row.fileName || say(row.kind),
  facts: row => [
    ["Kind", say(row.kind)],
    ["Rows", row.rows.toLocaleString()],
    ["Decimal sign", row.decimal === "." ? "Point" : "Comma"],
    ["Mails", row.mails ? "As your settings say" : "None"],
    ["Started", row.startedAt && <ExactWhen at={row.startedAt} />],
    ["Ended", row.endedAt && <ExactWhen at={row.endedAt} />],
  ],
  Body: deferred(async () => (await import("./body.tsx")).ImportBody),
  actions: {
    check: {
      label: "Dry run",
      icon: FlaskConical,
      about: row => `All ${row.rows.toLocaleString()} rows are tried. Nothing is created.`,
      submit: () => "Try all rows",
      done: "The dry run has begun",
    },
    start: {
      label: "Start import",
      icon: Play,
      about: row =>
        `Each of ${row.rows.toLocaleString()} rows becomes an object, once. Rows that can't are reported.` +
        (row.unmapped.length > 0 ? ` Not imported: ${row.unmapped.join(", ")}.` : ""),
      submit: () => "Start import",
      done: "The import has begun",
    },
    cancel: { label: "Cancel", icon: Ban, isDanger: true, about: () => "What was created stays.", done: "Canceled" },
  },
})

export const importCreate: CreateForm<"imports"> = {
  fields: [],
  Dialog: deferredDialog(async () => (await import("./upload-dialog.tsx")).ImportFileDialog),
}
