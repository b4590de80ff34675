import type { Result } from "./trial.ts"

export const isClean = ({ broken, promises: { lost, doubled, differing } }: Result) =>
  broken.length + lost.length + doubled.length + differing.length === 0

const count = (n: number) => n.toLocaleString("en")
const table = (rows: readonly (readonly [string, string | number])[]) =>
  ["| | |", "| --- | --- |", ...rows.map(([name, value]) => `| ${name} | ${typeof value === "number" ? count(value) : value} |`)].join("\n")

/** The figures of a trial, for people. */
export function renderResult(result: Result, ruleCount: number): string {
  const { promises, faults } = result
  const figures = table([
    ["steps of the two businesses", result.steps],
    ["requests, with those that were repeated", result.requests],
    ["writes that were accepted", promises.accepted],
    ["accepted writes that are lost", promises.lost.length],
    ["writes with two effects", promises.doubled.length],
    ["answers that differ from what is stored", promises.differing.length],
    ["webhooks received", result.received],
    ["rules that were asked afterwards", ruleCount],
    ["rules that were broken", result.broken.length],
    ["seconds", Math.round(result.seconds)],
  ])
  const broken = [
    ...result.broken.map(({ rule, findings }) => `- **${rule}**: ${count(findings.length)}, such as ${findings.slice(0, 3).join("; ")}`),
    ...[...promises.lost, ...promises.doubled, ...promises.differing].slice(0, 10).map(finding => `- ${finding}`),
  ]
  const faultRows = table(Object.entries(faults))
  return [figures, faultRows, ...(broken.length > 0 ? [broken.join("\n")] : [])].join("\n\n")
}
