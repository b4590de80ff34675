import { locale } from "./language.ts"

/** 0.125 as "12.5%" or "12,5 %". */
export const percent = (share: number, digits = 4) => share.toLocaleString(locale, { style: "percent", maximumFractionDigits: digits })
