import { databaseClock } from "../../kit/db/database-clock.ts"
import type { Sweep } from "../../kit/jobs/queue.ts"
import { config } from "../../kit/service/config.ts"
import { importFolders } from "./import.ts"

/** Nothing is done unless the operator has named a directory. */
export const bankFolderSweeps: Sweep[] = [
  {
    name: "files of banks are imported from the watched directory",
    everyMs: 5_000,
    isForInstallation: true,
    async run() {
      if (config.BANK_FILES_DIR !== undefined) await importFolders(config.BANK_FILES_DIR, databaseClock.now())
    },
  },
]
