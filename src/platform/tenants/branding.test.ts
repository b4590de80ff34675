import assert from "node:assert/strict"
import { test } from "node:test"
import { startTestServer } from "../../../test/harness.ts"
import { brandStyles } from "../../http/brand.ts"
import { contrast, shade, textOn } from "../../kit/pure/colour.ts"
import { initialsOf } from "../../kit/pure/initials.ts"
import { brandOf } from "./brand-store.ts"
import { maxLogoBytes } from "./logo.ts"

const server = await startTestServer({ ROLE: "api" })
const { api, keys } = server
const update = (branding: object, by = api) => by.post("/v1/settings/update", { branding })
const brandingNow = async () => (await api.get("/v1/settings")).body.data.branding

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")
const jpeg = Buffer.from("ffd8ffe000104a464946", "hex")
const webp = Buffer.concat([Buffer.from("RIFF"), Buffer.alloc(4), Buffer.from("WEBPVP8 ")])
const dataOf = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString("base64")}`

test("starts without branding, sets each field separately, and removes a field that is null", async () => {
  assert.deepEqual(await brandingNow(), { logo: null, colour: null, supportEmail: null })
  assert.deepEqual((await update({ colour: "#0F766E" })).body.data.branding, { logo: null, colour: "#0f766e", supportEmail: null })
  assert.equal((await update({ supportEmail: "help@escola.example" })).body.data.branding.colour, "#0f766e")
  const { name, ...brand } = await brandOf({ id: keys.tenantId })
  assert.deepEqual(brand, { logoUrl: null, colour: "#0f766e", textOnColour: "#ffffff", supportEmail: "help@escola.example" })
  assert.equal(name, (await api.get("/v1/settings")).body.data.name)
  assert.deepEqual((await update({ colour: null, supportEmail: null })).body.data.branding, {
    logo: null,
    colour: null,
    supportEmail: null,
  })
  const [entry] = (await api.get("/v1/audit-log?action=tenants.update")).body.data
  assert.deepEqual(entry.before.branding.colour, "#0f766e")
})

test("serves a logo from our own origin with the type of its bytes, and a new logo at a new address", async () => {
  const addresses: string[] = []
  for (const [type, bytes] of [
    ["image/png", png],
    ["image/jpeg", jpeg],
    ["image/webp", webp],
  ] as const) {
    const { logo } = (await update({ logo: dataOf(type, bytes) })).body.data.branding
    assert.ok(logo.startsWith(`${server.baseUrl}/logos/`), logo)
    const served = await fetch(logo)
    assert.deepEqual(
      [served.status, served.headers.get("content-type"), served.headers.get("x-content-type-options")],
      [200, type, "nosniff"],
    )
    assert.deepEqual(Buffer.from(await served.arrayBuffer()), bytes)
    addresses.push(logo)
  }
  assert.equal(new Set(addresses).size, 3)
  assert.equal((await fetch(addresses[0]!)).headers.get("content-type"), "image/webp", "an earlier mail shows the current logo")
  await update({ logo: null })
  assert.equal((await fetch(addresses[2]!)).status, 404)
  assert.equal(await brandingNow().then(({ logo }) => logo), null)
})

test("refuses a logo that is not an image, is too large, or could run scripts", async () => {
  const refused: [logo: string, reason: RegExp][] = [
    [dataOf("image/svg+xml", Buffer.from("<svg onload='alert(1)'/>")), /PNG, JPEG or WebP/],
    [dataOf("image/png", Buffer.from("<html><script>alert(1)</script>")), /is no png image/],
    [dataOf("image/jpeg", png), /is no jpeg image/],
    [dataOf("image/png", Buffer.concat([png, Buffer.alloc(maxLogoBytes)])), /at most 100 KiB/],
    ["https://elsewhere.example/logo.png", /data: address/],
    ["data:image/png;base64,", /data: address/],
  ]
  for (const [logo, reason] of refused) {
    const { status, body } = await update({ logo })
    assert.deepEqual([status, body.error.code, body.error.errors[0].path], [400, "VAL-1003", "branding.logo"])
    assert.match(body.error.message, reason)
  }
  for (const branding of [{ colour: "blue" }, { colour: "#12345" }, { supportEmail: "nobody" }, { logos: 1 }])
    assert.equal((await update(branding)).status, 400, JSON.stringify(branding))
  assert.deepEqual(await brandingNow(), { logo: null, colour: null, supportEmail: null })
})

test("only callers who may change settings change the branding, and only that of their tenant", async () => {
  const other = await server.otherTenant()
  await update({ colour: "#aa0000", logo: dataOf("image/png", png) })
  assert.deepEqual((await other.get("/v1/settings")).body.data.branding, { logo: null, colour: null, supportEmail: null })
  assert.equal((await fetch(`${server.baseUrl}/logos/${other.keys.tenantId}/x`)).status, 404)
  assert.equal((await update({ colour: "#00aa00" }, await server.withRole("viewer"))).status, 403)
})

test("makes text on and in every colour readable, in light and dark", () => {
  for (const colour of ["#000000", "#ffffff", "#ffff00", "#777777", "#808080", "#0f766e", "#ff0000", "#00ff00", "#2f4fd0"]) {
    assert.ok(contrast(colour, textOn(colour)) >= 4.5, colour)
    for (const surface of ["#ffffff", "#101217"])
      assert.ok(contrast(shade(colour, surface, 4.5), surface) >= 4.5, `${colour} on ${surface}`)
    assert.match(brandStyles(colour), /--brand:#[0-9a-f]{6};/)
  }
  assert.equal(shade("#0f766e", "#ffffff", 4.5), "#0f766e", "a colour that is readable stays as it is")
})

test("returns the stylesheet only for valid colours", async () => {
  assert.match(await (await fetch(`${server.baseUrl}/assets/brand/0f766e.css`)).text(), /--brand:#0f766e/)
  for (const name of ["zzzzzz", "0f766", "%7D%7D"]) assert.equal((await fetch(`${server.baseUrl}/assets/brand/${name}.css`)).status, 404)
})

test("shows the initials of a tenant without a logo", () => {
  for (const [name, initials] of [
    ["Escola Azul", "EA"],
    ["aurora", "A"],
    ["École d'été", "ÉD"],
    ["…", ""],
  ] as const)
    assert.equal(initialsOf(name), initials)
})

test("part payments are off at first, and the minimum share is a percentage", async () => {
  const set = (partPayments: object) => api.post("/v1/settings/update", { partPayments })
  assert.deepEqual((await api.get("/v1/settings")).body.data.partPayments, { enabled: false, minPercent: 10 })
  assert.deepEqual((await set({ enabled: true })).body.data.partPayments, { enabled: true, minPercent: 10 })
  assert.deepEqual((await set({ minPercent: 25 })).body.data.partPayments, { enabled: true, minPercent: 25 })
  for (const minPercent of [0, 101, 1.5]) assert.equal((await set({ minPercent })).body.error.code, "VAL-1003")
})
