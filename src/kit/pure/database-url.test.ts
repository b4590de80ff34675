import assert from "node:assert/strict"
import { test } from "node:test"
import { parseDatabaseUrl } from "./database-url.ts"

test("keeps an address unchanged if it names one server and has no target_session_attrs", () => {
  for (const url of [
    "postgres://u:p@h/d",
    "postgres://u:p%23@h:5433/d?sslmode=verify-full",
    "postgres://u:a,b@h/d",
    "postgres://u:p@[::1]:5433/d",
    "postgres://u:p@/d?host=%2Frun%2Fpostgres&port=5432",
  ])
    assert.deepEqual(parseDatabaseUrl(url), { url, servers: [], attribute: "read-write" })
})

test("several hosts, their ports and target_session_attrs are read as libpq reads them", () => {
  const one = { host: "one", port: 5432 }
  const two = { host: "two", port: 5433 }
  const table: [string, unknown][] = [
    ["postgres://u:p@one:5432,two:5433/d", { url: "postgres://u:p@localhost/d", servers: [one, two], attribute: "read-write" }],
    [
      "postgresql://u@one,two:5433/d?target_session_attrs=primary",
      { url: "postgresql://u@localhost/d", servers: [one, two], attribute: "primary" },
    ],
    [
      "postgres://u:a,b@one,two:5433/d?sslmode=verify-full&target_session_attrs=any",
      { url: "postgres://u:a,b@localhost/d?sslmode=verify-full", servers: [one, two], attribute: "any" },
    ],
    ["postgres://one,two:5433/d", { url: "postgres://localhost/d", servers: [one, two], attribute: "read-write" }],
    ["postgres://u@one/d?target_session_attrs=read-write", { url: "postgres://u@localhost/d", servers: [one], attribute: "read-write" }],
    [
      "postgres://u@[::1]:5433,[fe80::1]/d",
      {
        url: "postgres://u@localhost/d",
        servers: [
          { host: "::1", port: 5433 },
          { host: "fe80::1", port: 5432 },
        ],
        attribute: "read-write",
      },
    ],
    ["postgres://u:p@/d?host=one,two&port=5432,5433", { url: "postgres://u:p@localhost/d", servers: [one, two], attribute: "read-write" }],
    [
      "postgres://u:p@/d?host=%2Fa,%2Fb&port=5433",
      {
        url: "postgres://u:p@localhost/d",
        servers: [
          { host: "/a", port: 5433 },
          { host: "/b", port: 5433 },
        ],
        attribute: "read-write",
      },
    ],
  ]
  for (const [url, expected] of table) assert.deepEqual(parseDatabaseUrl(url), expected, url)
})

test("no message contains a password that is not URL-encoded", () => {
  for (const url of ["postgres://u:secret,/b@one,two/d", "postgres://u:,secret?@one/d"])
    assert.throws(
      () => parseDatabaseUrl(url),
      (error: Error) => !error.message.includes("secret"),
    )
})

test("refuses an unusable address and says what to write instead", () => {
  for (const attribute of ["standby", "read-only", "prefer-standby", "", "READ-WRITE"])
    assert.throws(
      () => parseDatabaseUrl(`postgres://u@one,two/d?target_session_attrs=${attribute}`),
      new RegExp(`^Error: has target_session_attrs=${attribute}, but Countersign writes: use read-write, primary or any$`),
    )
  for (const hosts of ["one,,two", "one,two:", "one:1:2,two", "one,[::1", "one,"])
    assert.throws(
      () => parseDatabaseUrl(`postgres://u@${hosts}/d`),
      /must name each host as host or host:port, with commas between them/,
      hosts,
    )
  for (const parameters of ["host=a,b,c&port=1,2", "host=a,b&port=1,x", "host=a,&port=1", "host=a,b&port=0"])
    assert.throws(() => parseDatabaseUrl(`postgres://u@/d?${parameters}`), /must have as many ports as hosts/, parameters)
})
