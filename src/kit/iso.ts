const dayMs = 86_400_000
const two = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, "0"))
const three = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, "0"))

/** What is shown together is mostly of few days, so the last ones stay written. */
const days = new Map<number, string>()
const daysMost = 1000

/** As toISOString, which formats by way of C and takes three times as long: every answer has several times in it. */
export function iso(date: Date): string {
  const ms = date.getTime()
  const day = Math.floor(ms / dayMs)
  const inDay = ms - day * dayMs
  const second = Math.floor(inDay / 1000)
  const hour = two[Math.floor(second / 3600)]
  return `${days.get(day) ?? written(day)}${hour}:${two[Math.floor(second / 60) % 60]}:${two[second % 60]}.${three[inDay % 1000]}Z`
}

export const isoOrNull = (date: Date | null): string | null => date && iso(date)

function written(day: number): string {
  const text = new Date(day * dayMs).toISOString().slice(0, -"00:00:00.000Z".length)
  if (days.size >= daysMost) days.clear()
  days.set(day, text)
  return text
}
