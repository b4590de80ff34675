import assert from "node:assert/strict"
import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { after, test } from "node:test"
import { gunzipSync, gzipSync } from "node:zlib"

const folder = mkdtempSync(join(tmpdir(), "countersign-release-"))
after(() => rmSync(folder, { recursive: true, force: true }))

const programs = ["release.mjs", "pack-release.mjs", "countersign-verify.mjs"]
const today = new Date().toISOString().slice(0, 10)

/** Only what git and npm need, so that the settings of this machine and a surrounding git command do not affect the test. */
const env = {
  PATH: process.env["PATH"],
  HOME: folder,
  npm_execpath: process.env["npm_execpath"],
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ana",
  GIT_AUTHOR_EMAIL: "ana@example.com",
  GIT_COMMITTER_NAME: "Ana",
  GIT_COMMITTER_EMAIL: "ana@example.com",
}

const skip = spawnSync("git", ["--version"]).status !== 0 && "git is not on this machine"

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
const notes = "### Added\n\n- Refunds.\n\n### Fixed\n\n- A rounding error."
const added = "- `POST /v1/refunds`"
const image = "```sh\ntar xzf countersign-0.2.0.tgz\ndocker build --tag countersign:0.2.0 countersign-0.2.0\n```"
const fullNotes = `${notes}\n\n### The interface since 0.1.9\n\n${added}\n\n### The image\n\n${image}\n`
const older = "## [0.1.0] - 2026-01-31\n\n- The first one.\n"
const changelog = (unreleased: string) => `# Changelog\n\n${unreleased}${older}`

/** A repository on main at version 0.1.9, whose `npm test` writes the value of FAULTS to the file `tested` beside it. */
function newRepository({
  unreleased = `## [Unreleased]\n\n${notes}\n\n`,
  testScript = "echo $FAULTS > ../tested",
  compared = `echo '${added}'`,
} = {}) {
  const parent = mkdtempSync(join(folder, "parent-"))
  const root = join(parent, "repository")
  const version = "0.1.9"
  const files = {
    "package.json": json({
      name: "sample",
      version,
      scripts: {
        test: testScript,
        sdk: `node -e "fs.writeFileSync(process.argv[2] + '/sdk.tgz', process.argv[1])"`,
        cli: `node -e "fs.writeFileSync(process.argv[2] + '/cli.tgz', process.argv[1])"`,
        differences: compared,
      },
    }),
    ".gitignore": "dist\n",
    "src/main.ts": "",
    "src/main.test.ts": "",
    "docs/released/openapi.json.gz": gzipSync(json({ info: { version } })),
    "docs/released/accepted.json": json({ "A field is gone.": "why" }),
    Dockerfile: `FROM scratch\nLABEL org.opencontainers.image.version="${version}"\n`,
    "package-lock.json": json({ name: "sample", version, lockfileVersion: 3, packages: { "": { name: "sample", version } } }),
    "sdk/package.json": json({ name: "@sample/sdk", version }),
    "docs/openapi.json": json({ openapi: "3.1.0", info: { title: "Sample", version } }),
    "deploy/helm/countersign/Chart.yaml": `apiVersion: v2\nversion: "${version}"\nappVersion: "${version}"\n`,
    "CHANGELOG.md": changelog(unreleased),
  }
  for (const each of ["bin", "src", "docs/released", "sdk", "deploy/helm/countersign"]) mkdirSync(join(root, each), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text)
  for (const name of programs) cpSync(join(dirname(import.meta.dirname), "bin", name), join(root, "bin", name))
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, env, encoding: "utf8" }).trim()
  git("init", "--quiet", "--initial-branch", "main")
  git("add", ".")
  git("commit", "--quiet", "--message", "a start")
  return {
    root,
    git,
    read: (path: string) => readFileSync(join(root, path), "utf8"),
    write: (path: string, text: string, mode = 0o644) => writeFileSync(join(root, path), text, { mode }),
    release(...args: string[]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, ["bin/release.mjs", ...args], { cwd: root, env, encoding: "utf8" })
      return { status, stdout, stderr }
    },
    wasTested: () => existsSync(join(parent, "tested")) && readFileSync(join(parent, "tested"), "utf8") === "full\n",
    /** The state that a refusal and a dry run must not change. */
    state: () => [git("log", "--format=%H"), git("tag"), git("status", "--porcelain")],
  }
}
type Repository = ReturnType<typeof newRepository>

test("a release sets the version everywhere, dates the changelog, commits, tags and prints the notes", { skip }, () => {
  const repository = newRepository()
  const { status, stdout, stderr } = repository.release("0.2.0")
  assert.equal(status, 0, stderr)
  assert.equal(stdout, fullNotes)
  assert.ok(repository.wasTested())
  assert.equal(JSON.parse(repository.read("package.json")).version, "0.2.0")
  const lock = JSON.parse(repository.read("package-lock.json"))
  assert.deepEqual([lock.version, lock.packages[""].version], ["0.2.0", "0.2.0"])
  assert.equal(JSON.parse(repository.read("docs/openapi.json")).info.version, "0.2.0")
  assert.equal(JSON.parse(repository.read("sdk/package.json")).version, "0.2.0")
  for (const name of ["sdk", "cli"]) assert.equal(repository.read(`dist/release-0.2.0/${name}.tgz`), "0.2.0")
  assert.match(repository.read("Dockerfile"), /version="0\.2\.0"$/m)
  assert.equal(repository.read("deploy/helm/countersign/Chart.yaml"), 'apiVersion: v2\nversion: "0.2.0"\nappVersion: "0.2.0"\n')
  assert.equal(repository.read("CHANGELOG.md"), changelog(`## [Unreleased]\n\n## [0.2.0] - ${today}\n\n${notes}\n\n`))
  assert.equal(repository.git("log", "-1", "--format=%s"), "release: 0.2.0")
  assert.equal(repository.git("rev-parse", "v0.2.0^{commit}"), repository.git("rev-parse", "HEAD"))
  assert.equal(repository.git("status", "--porcelain"), "")
})

test("the next release has an empty Unreleased section until a change is listed", { skip }, () => {
  const repository = newRepository()
  repository.release("0.2.0")
  assertRefusal(repository, ["0.3.0"], "The Unreleased section of CHANGELOG.md is empty; list the changes there.")
  repository.write("CHANGELOG.md", repository.read("CHANGELOG.md").replace("## [Unreleased]\n", "## [Unreleased]\n\n- Payouts.\n"))
  repository.git("commit", "--quiet", "--all", "--message", "payouts")
  assert.match(repository.release("0.2.1").stdout, /^- Payouts\.\n\n### The interface since 0\.2\.0\n/)
  const headings = [...repository.read("CHANGELOG.md").matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
  assert.deepEqual(headings, ["[Unreleased]", `[0.2.1] - ${today}`, `[0.2.0] - ${today}`, "[0.1.0] - 2026-01-31"])
})

test("a dry run tests, prints what would happen and changes nothing", { skip }, () => {
  const repository = newRepository()
  const before = repository.state()
  const { status, stdout, stderr } = repository.release("0.2.0", "--dry-run")
  assert.equal(status, 0, stderr)
  assert.equal(stdout, fullNotes)
  assert.match(
    stderr,
    /^Would set 0\.2\.0 instead of 0\.1\.9 in package\.json, package-lock\.json, docs\/openapi\.json, .+\/Chart\.yaml, CHANGELOG\.md\.$/m,
  )
  assert.match(stderr, /^Would pack dist\/release-0\.2\.0\.$/m)
  assert.ok(!existsSync(join(repository.root, "dist")))
  assert.match(stderr, /^Would commit "release: 0\.2\.0" and tag v0\.2\.0, with these notes:$/m)
  assert.ok(repository.wasTested())
  assert.deepEqual(repository.state(), before)
})

test("the files of a release are made without a commit or a tag, from any branch", { skip }, () => {
  const repository = newRepository()
  repository.git("switch", "--quiet", "--create", "topic")
  const before = repository.state()
  const { status, stdout, stderr } = repository.release("0.2.0", "--pack", "--no-test")
  assert.deepEqual([status, stdout], [0, fullNotes], stderr)
  assert.deepEqual(repository.state(), before)
  const folder = join(repository.root, "dist/release-0.2.0")
  const names = ["cli.tgz", "countersign-0.2.0.cdx.json", "countersign-0.2.0.tgz", "countersign-verify.mjs", "notes.md", "sdk.tgz"]
  assert.deepEqual(readdirSync(folder).toSorted(), ["SHA256SUMS", ...names])
  for (const name of names) assert.match(stderr, new RegExp(`^dist/release-0.2.0/${name}: [\\d,]+ bytes$`, "m"))
  execFileSync("tar", ["xzf", "countersign-0.2.0.tgz"], { cwd: folder })
  const read = (path: string) => readFileSync(join(folder, "countersign-0.2.0", path), "utf8")
  assert.equal(JSON.parse(read("package.json")).version, "0.2.0")
  assert.equal(JSON.parse(read("package-lock.json")).version, "0.2.0")
  assert.match(read("Dockerfile"), /version="0\.2\.0"$/m)
  assert.ok(existsSync(join(folder, "countersign-0.2.0/src/main.ts")))
  for (const path of ["src/main.test.ts", "docs/released"]) assert.ok(!existsSync(join(folder, "countersign-0.2.0", path)), path)
  const bill = JSON.parse(readFileSync(join(folder, "countersign-0.2.0.cdx.json"), "utf8"))
  assert.deepEqual([bill.bomFormat, bill.metadata.component.version], ["CycloneDX", "0.2.0"])
  for (const line of readFileSync(join(folder, "SHA256SUMS"), "utf8").trim().split("\n")) {
    const [sum, name] = line.split("  ")
    assert.equal(
      sum,
      createHash("sha256")
        .update(readFileSync(join(folder, name!)))
        .digest("hex"),
      name,
    )
  }
})

test("a release keeps its interface, which the next changes are compared with", { skip }, () => {
  const repository = newRepository()
  repository.release("0.2.0")
  const kept = gunzipSync(readFileSync(join(repository.root, "docs/released/openapi.json.gz"))).toString()
  assert.deepEqual(JSON.parse(kept), JSON.parse(repository.read("docs/openapi.json")))
  assert.equal(repository.read("docs/released/accepted.json"), "{}\n")
})

test("a release without a new route says nothing about the interface", { skip }, () => {
  const repository = newRepository({ compared: "true" })
  assert.equal(repository.release("0.2.0", "--dry-run").stdout, `${notes}\n\n### The image\n\n${image}\n`)
})

test("only a dry run may skip the tests", { skip }, () => {
  const repository = newRepository()
  assert.equal(repository.release("0.2.0", "--dry-run", "--no-test").status, 0)
  assertRefusal(repository, ["0.2.0", "--no-test"], "--no-test is allowed only together with --dry-run or --pack.")
  assert.equal(repository.wasTested(), false)
})

test("releases a changelog that ends with the Unreleased section", { skip }, () => {
  const repository = newRepository()
  repository.write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n- Everything.\n")
  repository.git("commit", "--quiet", "--all", "--message", "a changelog")
  assert.match(repository.release("1.0.0").stdout, /^- Everything\.\n\n### The interface/)
  assert.equal(repository.read("CHANGELOG.md"), `# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - ${today}\n\n- Everything.\n`)
})

const usage = "Usage: node bin/release.mjs <version> [--dry-run | --pack [--no-test]]"
const refusals: {
  name: string
  args?: string[]
  settings?: Parameters<typeof newRepository>[0]
  prepare?(r: Repository): void
  says: string
}[] = [
  { name: "a missing version", args: [], says: usage },
  { name: "an unknown option", args: ["0.2.0", "--force"], says: usage },
  { name: "both a dry run and packing", args: ["0.2.0", "--dry-run", "--pack"], says: usage },
  { name: "a malformed version", args: ["v0.2"], says: '"v0.2" is not a version; write three numbers such as 0.2.0.' },
  { name: "the same version", args: ["0.1.9"], says: "0.1.9 is not higher than 0.1.9, the version in package.json." },
  { name: "a lower version", args: ["0.1.8"], says: "0.1.8 is not higher than 0.1.9, the version in package.json." },
  {
    name: "a version that is tagged",
    prepare: ({ git }) => git("tag", "v0.2.0"),
    says: "The tag v0.2.0 exists already; choose a higher version.",
  },
  {
    name: "uncommitted changes",
    prepare: ({ write }) => write("stray.txt", ""),
    says: "The working tree has uncommitted changes; commit or discard them first.",
  },
  {
    name: "another branch",
    prepare: ({ git }) => git("switch", "--quiet", "--create", "topic"),
    says: 'Releases are made on main, and this is topic; run "git switch main" first.',
  },
  {
    name: "a detached HEAD",
    prepare: ({ git }) => git("switch", "--quiet", "--detach"),
    says: 'Releases are made on main, and this is no branch; run "git switch main" first.',
  },
  {
    name: "a changelog without an Unreleased section",
    settings: { unreleased: "" },
    says: 'CHANGELOG.md has no section "## [Unreleased]"; add it and list the changes there.',
  },
  {
    name: "an Unreleased section with headings only",
    settings: { unreleased: "## [Unreleased]\n\n### Added\n\n" },
    says: "The Unreleased section of CHANGELOG.md is empty; list the changes there.",
  },
  {
    name: "a change that breaks a client",
    settings: { compared: "exit 1" },
    says: "npm run differences failed, so nothing was released.",
  },
  { name: "failing tests", settings: { testScript: "exit 1" }, says: "npm test failed, so nothing was released." },
  {
    name: "a commit that a hook rejects",
    prepare: ({ write }) => write(".git/hooks/pre-commit", "#!/bin/sh\necho the hook says no >&2\nexit 1\n", 0o755),
    says: "git commit failed: the hook says no",
  },
]

for (const { name, args = ["0.2.0"], settings, prepare, says } of refusals)
  test(`a release refuses ${name} in one sentence and changes nothing`, { skip }, () => {
    const repository = newRepository(settings)
    prepare?.(repository)
    assertRefusal(repository, args, says)
  })

function assertRefusal(repository: Repository, args: string[], sentence: string) {
  const before = repository.state()
  const { status, stdout, stderr } = repository.release(...args)
  assert.deepEqual([status, stdout, stderr.trim().split("\n").at(-1)], [1, "", sentence])
  assert.deepEqual(repository.state(), before)
}
