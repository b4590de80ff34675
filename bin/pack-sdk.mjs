// Builds sdk/ into dist/sdk and packs it for npm: `npm run sdk`, or `npm run sdk -- 0.2.0 <folder>` with that version. It publishes nothing.
import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The folder of the package as npm publishes it. */
export function buildSdk(folder, version) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  run("node_modules/.bin/tsc", ["-p", "sdk", "--outDir", join(folder, "dist"), "--declarationDir", join(folder, "dist")])
  // Declarations keep the names of the sources, which the package does not have.
  const dist = join(folder, "dist")
  for (const path of readdirSync(dist, { recursive: true }).filter(path => path.endsWith(".d.ts")))
    writeFileSync(join(dist, path), readFileSync(join(dist, path), "utf8").replace(/\.ts"/g, '.js"'))
  const manifest = JSON.parse(readFileSync(join(root, "sdk/package.json"), "utf8"))
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...manifest, ...(version && { version }) }, null, 2)}\n`)
  copyFileSync(join(root, "sdk/README.md"), join(folder, "README.md"))
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"))
}

function run(program, args) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: ["ignore", process.stderr, process.stderr] })
  if (status === 0) return
  console.error(`${program} failed, so nothing was packed.`)
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  buildSdk(join(root, "dist/sdk"), process.argv[2])
  run("npm", ["pack", "./dist/sdk", "--pack-destination", process.argv[3] ?? "dist", "--silent"])
}
