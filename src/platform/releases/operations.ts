import type { Context } from "../../kit/db/context.ts"
import { noInput, operation } from "../../kit/operation/operation.ts"
import { readUser } from "../tenants/store.ts"
import { currentRelease } from "./changelog.ts"
import { isNewTo } from "./rules.ts"
import { LatestRelease, SeenRelease } from "./schema.ts"
import { findSeenRelease, saveSeenRelease } from "./store.ts"

export const releaseOperations = [
  operation({
    route: "GET /v1/releases/latest",
    label: "What is new",
    noun: "release",
    summary: "What this version of Countersign added, and whether you have seen it",
    forPeople: true,
    effect: "read",
    input: noInput,
    output: LatestRelease,
    run: latestFor,
  }),

  operation({
    route: "POST /v1/releases/seen",
    label: "Close what is new",
    noun: "release",
    summary: "Say that you have seen what a version added, so that the dashboard does not show it again",
    forPeople: true,
    effect: "change",
    input: SeenRelease,
    output: SeenRelease,
    run(ctx, { version }) {
      saveSeenRelease(ctx, version)
      return { version }
    },
  }),
]

async function latestFor(ctx: Context): Promise<LatestRelease> {
  const release = currentRelease()
  if (!release) return { version: null, date: null, changes: [], isNew: false }
  const [{ created_at: began }, seen] = await Promise.all([readUser(ctx, ctx.caller.user), findSeenRelease(ctx)])
  return { ...release, isNew: isNewTo(release, { began, seen }) }
}
