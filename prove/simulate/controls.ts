import type { SourceChange } from "../../test/programs.ts"
import { controls as trialControls } from "../controls.ts"
import { mutations } from "../mutations.ts"

/** Mistakes that only an unlucky order of events shows. */
const names = ["two payments of a plan don't notice each other", "a payment that succeeded fails by a late report"]

/** Mistakes that simulations must find, or their clean results would prove nothing. */
export const controls: readonly (SourceChange & { name: string })[] = [
  ...trialControls,
  ...mutations.filter(({ name }) => names.includes(name)),
]
