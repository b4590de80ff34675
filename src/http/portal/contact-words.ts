import { de } from "./contact-words/de.ts"
import { en } from "./contact-words/en.ts"
import { es } from "./contact-words/es.ts"
import { fr } from "./contact-words/fr.ts"
import { pt } from "./contact-words/pt.ts"

export type { ContactWords } from "./contact-words/en.ts"

export const contactWords = { en, "pt-BR": pt, es, de, fr }
