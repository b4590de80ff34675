import { Ban, FlaskConical, Play } from "lucide-react"
import { type CreateForm, definePage } from "../../dashboard/resource.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { deferred, deferredDialog } from "../../ui/deferred.tsx"
import { ExactWhen } from "../../ui/value.tsx"
import type { Import } from "./import.ts"
import { rowsOf } from "./resource.tsx"

function aboutStart({ rows, unmapped }: Import): string {
  const what = plural(
    rows,
    t`The row becomes an object, once. If it can't, that is reported.`,
    t`Each of ${whole(rows)} rows becomes an object, once. Rows that can't are reported.`,
  )
  return unmapped.length > 0 ? `${what} ${t`Not imported: ${unmapped.join(", ")}`}.` : what
}

export const importPage = definePage<"imports">({
  heading: row => row.fileName || say(row.kind),
  subheading: row => `${say(row.kind)}, ${rowsOf(row)}`,
  useName: row => row.fileName || say(row.kind),
  facts: row => [
    [t`Kind`, say(row.kind)],
    [t`Rows`, whole(row.rows)],
    [t`Decimal sign`, row.decimal === "." ? t`Point` : t`Comma`],
    [t`Mails`, row.mails ? t`As your settings say` : t`None`],
    [t`Started`, row.startedAt && <ExactWhen at={row.startedAt} />],
    [t`Ended`, row.endedAt && <ExactWhen at={row.endedAt} />],
  ],
  Body: deferred(async () => (await import("./body.tsx")).ImportBody),
  actions: {
    check: {
      label: t`Dry run`,
      icon: FlaskConical,
      about: ({ rows }) =>
        plural(rows, t`The row is tried. Nothing is created.`, t`All ${whole(rows)} rows are tried. Nothing is created.`),
      submit: () => t`Try all rows`,
      done: t`The dry run has begun`,
    },
    start: {
      label: t`Start import`,
      icon: Play,
      about: aboutStart,
      submit: () => t`Start import`,
      done: t`The import has begun`,
    },
    cancel: { label: t`Cancel`, icon: Ban, isDanger: true, about: () => t`What was created stays.`, done: t`Canceled` },
  },
})

export const importCreate: CreateForm<"imports"> = {
  fields: [],
  Dialog: deferredDialog(async () => (await import("./upload-dialog.tsx")).ImportFileDialog),
}
