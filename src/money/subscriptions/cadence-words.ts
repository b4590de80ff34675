import type { Locale } from "../../kit/pure/mail-settings.ts"
import type { Cadence } from "./schema.ts"

type Units = Record<Cadence["unit"], [each: string, several: string]>

export const units: Record<Locale, Units> = {
  en: {
    day: ["every day", "every # days"],
    week: ["every week", "every # weeks"],
    month: ["every month", "every # months"],
    year: ["every year", "every # years"],
  },
  "pt-BR": {
    day: ["a cada dia", "a cada # dias"],
    week: ["a cada semana", "a cada # semanas"],
    month: ["a cada mês", "a cada # meses"],
    year: ["a cada ano", "a cada # anos"],
  },
  es: {
    day: ["cada día", "cada # días"],
    week: ["cada semana", "cada # semanas"],
    month: ["cada mes", "cada # meses"],
    year: ["cada año", "cada # años"],
  },
  de: {
    day: ["täglich", "alle # Tage"],
    week: ["wöchentlich", "alle # Wochen"],
    month: ["monatlich", "alle # Monate"],
    year: ["jährlich", "alle # Jahre"],
  },
  fr: {
    day: ["chaque jour", "tous les # jours"],
    week: ["chaque semaine", "toutes les # semaines"],
    month: ["chaque mois", "tous les # mois"],
    year: ["chaque année", "tous les # ans"],
  },
}

/** How often a payer pays, in the payer's language: "every month", "alle 3 Monate". */
export function cadenceIn(locale: Locale, { every, unit }: Cadence): string {
  const [each, several] = units[locale][unit]
  return every === 1 ? each : several.replace("#", String(every))
}
