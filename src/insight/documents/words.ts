import type { Locale } from "../../kit/pure/mail-settings.ts"
import { de } from "./words/de.ts"
import { en, type DocumentWords } from "./words/en.ts"
import { es } from "./words/es.ts"
import { fr } from "./words/fr.ts"
import { pt } from "./words/pt.ts"

export const documentWords: Record<Locale, DocumentWords> = { en, "pt-BR": pt, es, de, fr }
