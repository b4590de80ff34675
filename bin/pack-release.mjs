// Makes the files of a release in dist/release-<version>: the package, its bill of materials, the SDK, the command line, the offline
// verifier, the notes, and the checksums of all.
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"

/** What only those who change the code need. */
const left = ["test", "bench", "prove", "*.test.ts", "docs/released", ".ci", ".github", ".devcontainer"]

/** `files` are the texts that the release changes. Returns the folder, and the size of each file. */
export function packRelease({ root, version, files, notes, runNpm }) {
  const folder = join(root, "dist", `release-${version}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(join(tmpdir(), "countersign-release-"))
  try {
    const name = `countersign-${version}`
    const tree = treeOf({ root, files, index: join(work, "index") })
    git(root, [
      "archive",
      "--format=tar.gz",
      `--prefix=${name}/`,
      `--output=${join(folder, `${name}.tgz`)}`,
      tree,
      "--",
      ".",
      ...left.map(skip),
    ])
    for (const path of ["package.json", "package-lock.json"]) writeFileSync(join(work, path), files[path])
    const bill = runNpm(["sbom", "--sbom-format=cyclonedx", "--omit=dev", "--package-lock-only"], work)
    writeFileSync(join(folder, `${name}.cdx.json`), bill)
    for (const name of ["sdk", "cli"]) runNpm(["run", name, "--", version, folder], root)
    copyFileSync(join(root, "bin", "countersign-verify.mjs"), join(folder, "countersign-verify.mjs"))
    writeFileSync(join(folder, "notes.md"), `${notes}\n`)
    const sizes = readdirSync(folder).map(path => [path, readFileSync(join(folder, path)).length])
    const sums = sizes.map(
      ([path]) =>
        `${createHash("sha256")
          .update(readFileSync(join(folder, path)))
          .digest("hex")}  ${path}\n`,
    )
    writeFileSync(join(folder, "SHA256SUMS"), sums.join(""))
    return { folder: join("dist", basename(folder)), sizes }
  } finally {
    rmSync(work, { recursive: true })
  }
}

const skip = path => `:(exclude,glob)**/${path}${path.includes("*") ? "" : "/**"}`

/** The committed files with the changed ones in their place. No branch, index or working tree changes. */
function treeOf({ root, files, index }) {
  const env = { GIT_INDEX_FILE: index }
  git(root, ["read-tree", "HEAD"], { env })
  for (const [path, content] of Object.entries(files)) {
    const object = git(root, ["hash-object", "-w", "--stdin"], { input: content })
    git(root, ["update-index", "--add", "--cacheinfo", `100644,${object},${path}`], { env })
  }
  return git(root, ["write-tree"], { env })
}

function git(cwd, args, { env = {}, input } = {}) {
  return execFileSync("git", args, {
    cwd,
    env: { ...process.env, ...env },
    input,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "inherit"],
  }).trim()
}
