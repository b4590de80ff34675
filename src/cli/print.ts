import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { application } from "../app.ts"
import { errorsMarkdown } from "../http/docs/errors-markdown.ts"
import { openapi } from "../http/openapi/document.ts"
import { brunoCollection } from "./collections/bruno.ts"
import { postmanCollection, postmanEnvironment } from "./collections/postman.ts"
import { printRemoteOperations } from "./remote-operations.ts"
import { sdkRoutes, sdkTypes } from "./sdk-types.ts"

const root = dirname(dirname(import.meta.dirname))
/** All of its files are printed: what is not printed any more is removed. */
const collections = "docs/collections"

/** Renders the documents that are generated from the code and committed, so that an API change shows in its review. */
function renderDocuments(): Record<string, string> {
  const document = openapi(application, "http://localhost:4000")
  return {
    "docs/openapi.json": `${JSON.stringify(document, null, 2)}\n`,
    "docs/errors.md": errorsMarkdown(application.errors),
    "sdk/src/printed/api.ts": sdkTypes(document),
    "sdk/src/printed/routes.ts": sdkRoutes(document),
    "src/cli/remote/printed/operations.json": printRemoteOperations(document),
    [`${collections}/postman.json`]: postmanCollection(document),
    [`${collections}/postman-environment.json`]: postmanEnvironment(document),
    ...Object.fromEntries(Object.entries(brunoCollection(document)).map(([path, text]) => [`${collections}/bruno/${path}`, text])),
  }
}

/** Returns the paths of committed documents that do not match the code. */
function findStaleDocuments(): string[] {
  const documents = renderDocuments()
  const leftOver = globSync(`${collections}/**/*.{bru,json}`, { cwd: root }).filter(path => !(path in documents))
  return [...leftOver, ...Object.entries(documents).flatMap(([path, text]) => (read(path) === text ? [] : [path]))]
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8")
  } catch {
    return undefined
  }
}

function write() {
  rmSync(join(root, collections), { recursive: true, force: true })
  for (const [path, text] of Object.entries(renderDocuments())) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    if (!path.startsWith(`${collections}/bruno/`)) console.log(`printed ${path}`)
  }
}

function check() {
  const paths = findStaleDocuments()
  for (const path of paths) console.error(`${path} does not match the code. Run \`npm run print\` and commit it.`)
  if (paths.length > 0) process.exitCode = 1
}

if (import.meta.main) {
  if (process.argv.includes("--check")) check()
  else write()
}
