import { de } from "./words/de.ts"
import { en } from "./words/en.ts"
import { es } from "./words/es.ts"
import { fr } from "./words/fr.ts"
import { pt } from "./words/pt.ts"

export type { Words } from "./words/en.ts"

/** Everything that a payer reads, in each language. */
export const words = { en, "pt-BR": pt, es, de, fr }
