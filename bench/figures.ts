/** What a question answers: a table, and whether it is as it should be. */
export type Answer = { title: string; columns: string[]; rows: string[][]; holds?: boolean; note?: string }

/** Each figure is the median of so many rounds, of so long each, after so long to warm up. */
export const rounds = 3
export const seconds = 5
export const warmUpSeconds = 6

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

/** The median of each field. */
export function medians<const K extends string>(samples: Record<K, number>[]): Record<K, number> {
  const names = Object.keys(samples[0]!) as K[]
  return Object.fromEntries(names.map(name => [name, median(samples.map(sample => sample[name]))])) as Record<K, number>
}

export const whole = (value: number) => Math.round(value).toLocaleString("en-US")
export const ms = (value: number) => value.toFixed(1)
export const ratio = (value: number) => value.toFixed(2)

export function markdown({ title, columns, rows, holds, note }: Answer): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`
  const verdict = holds === undefined ? "" : holds ? "As it should be." : "NOT as it should be."
  const table = [line(columns), line(columns.map(() => "---")), ...rows.map(line)]
  return [`## ${title}`, "", ...table, "", [verdict, note].filter(Boolean).join(" "), ""].join("\n")
}
