import type { Field } from "../../lib/form.ts"
import { localDate } from "../../lib/time.ts"

/** The start can be moved until the first cycle is raised, and not be left out: "now" is no date to change to. */
export const startFields = ({ cycle, startAt }: { cycle: number; startAt: string }): Field[] =>
  cycle > 0 ? [] : [{ name: "startAt", label: "First cycle on", kind: "day", isRequired: true, initial: localDate(new Date(startAt)) }]
