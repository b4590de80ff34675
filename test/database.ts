import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buildPages } from "../src/cli/build-pages.ts"
import { startEmbedded } from "../src/embedded/postgres.ts"
import { bundlePrograms } from "./programs.ts"
import { makeTemplate } from "./template.ts"

const memory = "/dev/shm"
const memoryNeeded = 6 * 2 ** 30

/** It need not survive a crash of the machine, so nothing waits for the disk. */
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  track_counts: "off",
  update_process_title: "off",
  autovacuum: "off", // it would keep starting processes for each of the files' databases
  max_connections: "300", // for a few files at once, some with several servers of six connections each
}

/**
 * Starts one PostgreSQL with a migrated template database, which each test file clones. Also builds what the files share: the pages and the
 * bundled programs. The files find them through environment variables.
 */
export async function startDatabase() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), "countersign-"))
  const [programs, ports] = [join(folder, "programs"), join(folder, "ports")]
  mkdirSync(ports)
  process.env["TMPDIR"] = folder // the databases and projects of single tests are there, too
  const embedded = await startEmbedded({ dataDir: join(folder, "data"), report() {}, settings })
  const stop = async () => {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop().finally(() => process.exit(130)))
  const [template] = await Promise.all([makeTemplate(embedded.url), bundlePrograms(programs), buildPages(line => console.log(line))])
  process.env["TEST_DATABASE_URL"] = template
  process.env["TEST_PORTS_DIR"] = ports
  process.env["NODE_COMPILE_CACHE"] = join(folder, "compiled") // saves half of the time in which a file imports the service
  return { stop }
}

/** Two hundred databases of 730 small files each cost a tenth less in a file system in memory. They take 2.5 GiB. */
function hasRoomInMemory(): boolean {
  if (!existsSync(memory) || process.availableMemory() < memoryNeeded) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > memoryNeeded
}
