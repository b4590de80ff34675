import { application } from "../app.ts"
import { rotateSecretKeys } from "../kit/db/secret-key-marker.ts"
import { withDatabase } from "./database.ts"

/** The worker does the same every hour; this command does it at once and says when it is done. */
export const rotateKeys = (): Promise<{ encryptedAgain: number }> =>
  withDatabase(async () => {
    const encryptedAgain = await rotateSecretKeys(application.reseals)
    console.error(
      "Everything is encrypted with the first key of SECRET_KEY. The others can be removed once every process has that one first.",
    )
    return { encryptedAgain }
  })
