import type { Field } from "../../lib/form.ts"
import { localDate } from "../../lib/time.ts"

/** The start can be changed until the first cycle is raised. It is required here, because an update needs a date. */
export const startFields = ({ cycle, startAt }: { cycle: number; startAt: string }): Field[] =>
  cycle > 0 ? [] : [{ name: "startAt", label: "First cycle on", kind: "day", isRequired: true, initial: localDate(new Date(startAt)) }]
