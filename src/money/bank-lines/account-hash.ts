import { keyedHashes } from "../../kit/service/crypto.ts"

/** Finds payments from the same account without storing its number. A new SECRET_KEY hashes the next ones differently. */
export const accountHash = (tenant: string, account: string): string =>
  keyedHashes(`${tenant} bank line ${account.replaceAll(/\s/g, "").toUpperCase()}`)[0]
