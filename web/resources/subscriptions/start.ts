import type { Field } from "../../lib/form.ts"
import { localDate } from "../../lib/time.ts"
import { t } from "../../lib/translate.ts"

/** The start can be changed until the first cycle is raised. It is required here, because an update needs a date. */
export const startFields = ({ cycle, startAt }: { cycle: number; startAt: string }): Field[] =>
  cycle > 0 ? [] : [{ name: "startAt", label: t`First cycle on`, kind: "day", isRequired: true, initial: localDate(new Date(startAt)) }]
