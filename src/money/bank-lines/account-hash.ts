import { keyedHashes } from "../../kit/service/crypto.ts"

/** Finds payments from the same account without storing its number. After a new SECRET_KEY the hashes differ. */
export const accountHash = (tenant: string, account: string): string =>
  keyedHashes(`${tenant} bank line ${account.replaceAll(/\s/g, "").toUpperCase()}`)[0]
