/** The languages of people, payers and partners, each in its own words. */
export const languageNames = { en: "English", "pt-BR": "Português (Brasil)", es: "Español", de: "Deutsch", fr: "Français" } as const
