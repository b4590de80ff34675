import { readFileSync } from "node:fs"
import { version } from "../../kit/service/version.ts"
import { type Release, releaseIn } from "./rules.ts"

const file = new URL("../../../CHANGELOG.md", import.meta.url)

let release: { found: Release | undefined } | undefined

/** The release that this service is, read once from the changelog that came with it. */
export function currentRelease(): Release | undefined {
  release ??= { found: releaseIn(readFileSync(file, "utf8"), version) }
  return release.found
}

/** For tests: their service is no release. */
export const pretendRelease = (found: Release | undefined) => void (release = { found })
