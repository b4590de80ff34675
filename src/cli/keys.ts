import { application } from "../app.ts"
import { inEveryCell } from "../kit/db/cells.ts"
import { rotateSecretKeys } from "../kit/db/secret-key-marker.ts"
import { rotateSigningKey } from "../insight/checkpoints/key-store.ts"
import { withDatabase } from "./database.ts"

/** The worker does the same every hour; this command does it at once and says when it is done. */
export const rotateKeys = (): Promise<{ encryptedAgain: number }> =>
  withDatabase(async () => {
    const counts = await inEveryCell(() => rotateSecretKeys(application.reseals))
    const encryptedAgain = counts.reduce((sum, count) => sum + count, 0)
    console.error(
      "Everything is encrypted with the first key of SECRET_KEY. The others can be removed once every process has that one first.",
    )
    return { encryptedAgain }
  })

export const rotateCheckpointKey = (): Promise<{ retired: string; key: string }> => withDatabase(rotateSigningKey)
