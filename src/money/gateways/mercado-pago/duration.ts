const unitsMs = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000 }

/** "P1DT30M" of ISO 8601 in milliseconds. Undefined for anything else, and for months and years, which have no fixed length. */
export function durationMs(text: string): number | undefined {
  const found = /^P(?:(?<days>\d+)D)?(?:T(?:(?<hours>\d+)H)?(?:(?<minutes>\d+)M)?(?:(?<seconds>\d+)S)?)?$/.exec(text)
  if (!found || !/\d/.test(text)) return undefined
  return Object.entries(unitsMs).reduce((sum, [unit, ms]) => sum + Number(found.groups?.[unit] ?? 0) * ms, 0)
}

/** Whole minutes, within the bounds of the method. */
export const durationOf = (ms: number, { minMs, maxMs }: { minMs: number; maxMs: number }): string =>
  `PT${Math.round(Math.min(Math.max(ms, minMs), maxMs) / unitsMs.minutes)}M`

/** Whole days, within the bounds of the method. */
export const daysOf = (ms: number, { minDays, maxDays }: { minDays: number; maxDays: number }): string =>
  `P${Math.min(Math.max(Math.ceil(ms / unitsMs.days), minDays), maxDays)}D`
