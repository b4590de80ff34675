// What is new after an upgrade: read from the changelog, shown once to each person who was there before.
import assert from "node:assert/strict"
import { test } from "node:test"
import { startTestServer } from "../../../test/harness.ts"
import { invite, signedIn } from "../../../test/people.ts"
import { pretendRelease } from "./changelog.ts"
import { isNewTo, releaseIn } from "./rules.ts"

const changelog = `# Changelog

## [Unreleased]

### Added

- Not yet.

## [0.2.0] - 2026-12-01

### Added

- **Notifications**: a bell with
  [what is new](docs/guides/notifications.md), for \`people\`.
- A second thing.

### Fixed

- Something small.

## [0.1.0] - 2026-10-01

### Added

- Everything.
`

test("reads what a version added from the changelog as plain text", () => {
  const changes = ["Notifications: a bell with what is new, for people.", "A second thing."]
  assert.deepEqual(releaseIn(changelog, "0.2.0"), { version: "0.2.0", date: "2026-12-01", changes })
  assert.deepEqual(releaseIn(changelog, "0.1.0")?.changes, ["Everything."])
  for (const version of ["0.3.0", "Unreleased", "0.2"]) assert.equal(releaseIn(changelog, version), undefined, version)
})

test("nothing is new to somebody who began on the day of the release or later, or who has seen it", () => {
  const release = releaseIn(changelog, "0.2.0")!
  const [before, after] = [new Date("2026-11-30T23:59:59Z"), new Date("2026-12-01T00:00:00Z")]
  assert.deepEqual(
    [
      [before, undefined],
      [before, "0.1.0"],
      [before, "0.2.0"],
      [after, undefined],
    ].map(([began, seen]) => isNewTo(release, { began: began as Date, seen: seen as string | undefined })),
    [true, true, false, false],
  )
})

test("each person sees what is new until they close it", async t => {
  const server = await startTestServer()
  const { email, password } = server.keys
  const pages = [await signedIn(server, { email, password: password! }), await signedIn(server, await invite(server))]
  const [admin, viewer] = [pages[0]!, pages[1]!]
  const isNew = async (page: typeof admin) => (await page.get("/v1/releases/latest")).body.data.isNew
  pretendRelease(undefined)
  t.after(() => pretendRelease(undefined))
  assert.deepEqual((await admin.get("/v1/releases/latest")).body.data, { version: null, date: null, changes: [], isNew: false })
  pretendRelease({ version: "9.0.0", date: "2999-01-01", changes: ["Everything."] })
  assert.deepEqual([await isNew(admin), await isNew(viewer)], [true, true])
  assert.equal((await admin.post("/v1/releases/seen", { version: "9.0.0" })).status, 200)
  assert.deepEqual([await isNew(admin), await isNew(viewer)], [false, true])
  pretendRelease({ version: "9.1.0", date: "2999-01-01", changes: [] })
  assert.equal(await isNew(admin), true)
  assert.equal((await server.api.get("/v1/releases/latest")).body.error.code, "PRM-1004")
})
