// The printed document passes the linters that generators of clients and API catalogues use.
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import spectral from "@stoplight/spectral-core"
import rulesets from "@stoplight/spectral-rulesets"

const source = readFileSync(join(dirname(import.meta.dirname), "docs", "openapi.json"), "utf8")
const problems = [...(await lintByRedocly()), ...(await lintBySpectral())]
for (const problem of problems) console.error(`docs/openapi.json: ${problem}`)
if (problems.length > 0) process.exitCode = 1

async function lintByRedocly(): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended-strict"], telemetry: "off" })
  const found = await lintFromString({ source, absoluteRef: "openapi.json", config })
  return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
}

async function lintBySpectral(): Promise<string[]> {
  const linter = new spectral.Spectral()
  // Redocly has checked the examples. Spectral compiles a schema for each response to do so, which takes 10 s.
  linter.setRuleset(new spectral.Ruleset({ extends: rulesets.oas, rules: { "oas3-valid-media-example": "off" } }))
  const found = await linter.run(JSON.parse(source) as Record<string, unknown>)
  return found.map(({ code, message, path }) => `${code}: ${message} ${path.join(".")}`)
}
