// The document passes the linters that generators of clients and API catalogues use.
import assert from "node:assert/strict"
import { test } from "node:test"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import spectral from "@stoplight/spectral-core"
import rulesets from "@stoplight/spectral-rulesets"
import { application } from "../../app.ts"
import { openapi } from "./document.ts"

const document = openapi(application, "http://localhost:4000")

test("Redocly's strict rules find nothing in the OpenAPI document", async () => {
  const config = await createConfig({ extends: ["recommended-strict"], telemetry: "off" })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config })
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  )
})

test("Spectral's rules find nothing in the OpenAPI document", async () => {
  const linter = new spectral.Spectral()
  // Redocly has checked the examples. Spectral compiles a schema for each response to do so, which takes 10 s.
  linter.setRuleset(new spectral.Ruleset({ extends: rulesets.oas, rules: { "oas3-valid-media-example": "off" } }))
  const findings = await linter.run(JSON.parse(JSON.stringify(document)) as Record<string, unknown>)
  assert.deepEqual(
    findings.map(({ code, message, path }) => `${code}: ${message} ${path.join(".")}`),
    [],
  )
})
