import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { parse, parseAllDocuments } from "yaml"
import type { Any } from "./harness.ts"

const chartFolder = "deploy/helm/countersign"
const read = (path: string) => readFileSync(`${chartFolder}/${path}`, "utf8")
const config = readFileSync("src/kit/service/config.ts", "utf8")
const settings = [...config.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name!)

/**
 * A template as YAML, with every branch taken: lines of control are left out, and what Helm would insert becomes a word. What it would
 * insert as several lines becomes one key.
 */
const asYaml = (template: string) =>
  template
    .replace(/\{\{\/\*.*?\*\/\}\}/gs, "")
    .replace(/^ *\{\{-? *(?:if|else|end|with|range|define|\$\w+ :=).*\}\}\n/gm, "")
    .replace(/^( *)\{\{-? *(?:include|toYaml).*nindent.*\}\}$/gm, "$1inserted: lines")
    .replace(/^( *)\{\{ \$name \}\}:/gm, "$1inserted:")
    .replace(/\{\{.*?\}\}/g, "inserted")

const documentsOf = (file: string): Any[] =>
  parseAllDocuments(asYaml(read(`templates/${file}`)), { uniqueKeys: false }).flatMap(document => {
    assert.deepEqual(document.errors, [], file)
    return (document.toJS() as unknown) ?? []
  })

test("the chart has the version of the package", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string }
  const chart = parse(read("Chart.yaml")) as Any
  assert.deepEqual([chart.version, chart.appVersion], [version, version])
})

test("every template of the chart is YAML, and together they are the objects that a cluster needs", () => {
  const files = globSync("*.yaml", { cwd: `${chartFolder}/templates` })
  const kinds = files.flatMap(file => documentsOf(file).map(({ kind }) => String(kind)))
  const expected = ["ConfigMap", "Deployment", "HorizontalPodAutoscaler", "Ingress", "PodDisruptionBudget", "Service"]
  assert.deepEqual(kinds.toSorted(), expected)
})

test("the templates use every value of the chart, and no other", () => {
  const templates = globSync("templates/*", { cwd: chartFolder }).map(read).join("\n")
  const used = new Set([...templates.matchAll(/\.Values\.([A-Za-z]+)/g)].map(([, name]) => name!))
  for (const [, roles] of templates.matchAll(/range \$role := list (.+?) \}\}/g))
    for (const role of roles!.split(" ")) used.add(JSON.parse(role))
  assert.deepEqual([...used].toSorted(), Object.keys(parse(read("values.yaml")) as object).toSorted())
})

test("an upgrade starts a new pod before it stops an old one, unless the operator chooses to stop all first", () => {
  assert.equal((parse(read("values.yaml")) as Any).strategy, "RollingUpdate")
  const [deployment] = documentsOf("deployments.yaml")
  assert.deepEqual(deployment.spec.strategy.rollingUpdate, { maxUnavailable: 0, maxSurge: 1 })
  assert.match(read("templates/deployments.yaml"), /if eq \$\.Values\.strategy "RollingUpdate"/)
})

test("a pod asks for little: no token, no root, no capability, and no file system to write to", () => {
  const helpers = read("templates/_helpers.tpl")
  const pod = parse(asYaml(helpers.slice(helpers.indexOf('define "countersign.pod"') - 4)), { uniqueKeys: false }) as Any
  const [container] = pod.spec.containers
  assert.equal(pod.spec.automountServiceAccountToken, false)
  assert.deepEqual([pod.spec.securityContext.runAsNonRoot, pod.spec.securityContext.runAsUser], [true, 1000])
  assert.deepEqual(container.securityContext, {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  })
  const paths = ["startupProbe", "livenessProbe", "readinessProbe"].map(probe => container[probe].httpGet.path)
  assert.deepEqual(paths, ["/healthz", "/healthz", "/readyz"])
  assert.ok(pod.spec.terminationGracePeriodSeconds >= container.lifecycle.preStop.sleep.seconds + 60, "a stop takes up to a minute")
})

test("the chart names only settings that exist, and takes secrets only from a Secret that exists already", () => {
  const templates = globSync("templates/*", { cwd: chartFolder }).map(read).join("\n")
  const named = new Set([...templates.matchAll(/^ +(?:- name: )?([A-Z][A-Z_]{2,})\b/gm)].map(([, name]) => name!))
  assert.deepEqual([...named].toSorted(), ["BASE_URL", "METRICS", "ROLE", "TRUST_PROXY"])
  for (const name of named) assert.ok(settings.includes(name), name)
  assert.doesNotMatch(templates, /kind: Secret\b/)
  assert.match(templates, /secretRef:\n +name: \{\{ required .* \.root\.Values\.existingSecret/)
})
