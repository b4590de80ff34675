import assert from "node:assert/strict"
import { test } from "node:test"
import { application } from "../../app.ts"
import { builtIn, permissions, permissionsOf, roleNames } from "../../kit/pure/permissions.ts"
import { assistantPermissions, isLoopback, parseTenantKey, redirectHostOf, scopeOfToken, tenantKey } from "./rules.ts"

const tools = application.operations.filter(op => op.tool !== undefined)

test("lets an assistant that may draft call every tool that its person may call, and one that may read every tool that reads", () => {
  for (const role of roleNames) {
    const held = permissionsOf(builtIn(role))
    for (const { tool, needs, effect } of tools) {
      const mayCall = needs === undefined || held.has(needs)
      assert.equal(needs === undefined || assistantPermissions(held, "draft").has(needs), mayCall, `${tool} as ${role}`)
      const mayRead = needs === undefined || assistantPermissions(held, "read").has(needs)
      assert.equal(mayRead, mayCall && effect === "read", `${tool} as ${role}, to read`)
    }
  }
})

test("lets a token draft only if both its connection and its own scope allow it", () => {
  const scopes = ["agent:read agent:write", "agent:write", "agent:read", "agent:writes", "", null]
  assert.deepEqual(
    scopes.map(each => scopeOfToken("draft", each)),
    ["draft", "draft", "read", "read", "read", "read"],
  )
  for (const each of scopes) assert.equal(scopeOfToken("read", each), "read")
})

test("gives no assistant a permission that moves money, decides, or changes what others may do", () => {
  const held = assistantPermissions(permissionsOf(builtIn("super-admin")), "draft")
  for (const permission of [
    "refunds.approve",
    "approvals.decide",
    "payouts.send",
    "tenant.own",
    "users.edit",
    "apiKeys.edit",
    "settings.edit",
  ] as const)
    assert.ok(permissions.includes(permission) && !held.has(permission), permission)
})

test("parses a key with its tenant, and refuses any other text", () => {
  const key = { tenant: "a".repeat(24), id: "0".repeat(24) }
  assert.deepEqual(parseTenantKey(tenantKey(key)), key)
  for (const text of ["", "a.b", `${"a".repeat(24)}.`, `${"A".repeat(24)}.${"0".repeat(24)}`, `${tenantKey(key)}x`])
    assert.equal(parseTenantKey(text), undefined, text)
})

test("shows the host of a callback, or the scheme of an app's, and recognizes loopback addresses", () => {
  assert.equal(redirectHostOf("https://claude.ai/api/mcp/auth_callback"), "claude.ai")
  assert.equal(redirectHostOf("http://127.0.0.1:8080/cb"), "127.0.0.1:8080")
  assert.equal(redirectHostOf("com.example.app:/cb"), "com.example.app")
  assert.equal(redirectHostOf("evil://claude.ai/api/mcp/auth_callback"), "evil")
  for (const address of ["http://localhost:1/", "http://127.0.0.1/", "http://[::1]:9/cb"]) assert.ok(isLoopback(address), address)
  for (const address of ["https://claude.ai/", "https://localhost.evil.example/", "com.example.app:/cb", "evil://localhost/cb"])
    assert.ok(!isLoopback(address), address)
})
