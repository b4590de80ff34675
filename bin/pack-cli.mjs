// Builds the command line for a service on any machine as a package without dependencies into dist/cli, and packs it for npm:
// `npm run cli`, or `npm run cli -- 0.2.0 <folder>` with that version. It publishes nothing.
import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const source = join(root, "src/cli")

/** The folder of the package as npm publishes it. */
export async function buildCli(folder, version) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, "dist/printed"), { recursive: true })
  const { license, repository, ...own } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const about = { version: version ?? own.version, license }
  const bundle = await rolldown({ input: join(source, "remote-main.ts"), platform: "node", plugins: [withVersion(about)] })
  const names = { entryFileNames: "countersign.mjs", chunkFileNames: "[name].mjs" }
  const { output } = await bundle.write({ dir: join(folder, "dist"), format: "esm", banner: startLine, ...names })
  copyFileSync(join(source, "remote/printed/operations.json"), join(folder, "dist/printed/operations.json"))
  const manifest = {
    name: "@countersign/cli",
    version: about.version,
    description: "The command line of Countersign, for a service on any machine",
    license,
    ...(repository && { repository }),
    bin: { countersign: "dist/countersign.mjs" },
    files: ["dist", "LICENSES-OF-OTHERS"],
    type: "module",
    engines: { node: ">=20.3" },
  }
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(folder, "LICENSES-OF-OTHERS"), licencesOf(output.flatMap(({ moduleIds = [] }) => moduleIds)))
  copyFileSync(join(source, "remote/README.md"), join(folder, "README.md"))
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"))
}

/** Of the file that is started; the others ignore it. */
const startLine = ({ isEntry }) => (isEntry ? "#!/usr/bin/env node" : "")

/** The service reads its version from its own package.json, which this package does not have. */
const withVersion = about => ({
  name: "version",
  load: {
    filter: { id: /kit[\\/]service[\\/]version\.ts$/ },
    handler: () => `export const { version, license } = ${JSON.stringify(about)}`,
  },
})

/** The licences of the packages whose code is in the files. */
function licencesOf(modules) {
  const packages = new Set(modules.flatMap(id => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? []))
  return [...packages]
    .sort((a, b) => (a < b ? -1 : 1))
    .map(path => {
      const { name, version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"))
      const file = readdirSync(path).find(each => /^licen[cs]e/i.test(each))
      if (!file) throw new Error(`${name} has no licence to give on.`)
      return `${name} ${version}\n\n${readFileSync(join(path, file), "utf8").trim()}\n`
    })
    .join("\n\n")
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildCli(join(root, "dist/cli"), process.argv[2])
  const args = ["pack", "./dist/cli", "--pack-destination", process.argv[3] ?? "dist", "--silent"]
  const { status } = spawnSync("npm", args, { cwd: root, stdio: ["ignore", process.stderr, process.stderr] })
  process.exitCode = status ?? 1
}
