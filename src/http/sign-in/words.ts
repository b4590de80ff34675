import type { Locale } from "../../kit/pure/mail-settings.ts"
import { de } from "./words/de.ts"
import { en, type SignInWords } from "./words/en.ts"
import { es } from "./words/es.ts"
import { fr } from "./words/fr.ts"
import { pt } from "./words/pt.ts"

/** What people read on the pages around sign-in. */
export const signInPageWords: Record<Locale, SignInWords> = { en, "pt-BR": pt, es, de, fr }
