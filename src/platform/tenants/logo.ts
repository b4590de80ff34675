import { invalidField } from "../../kit/pure/errors.ts"
import { sha256 } from "../../kit/service/crypto.ts"

/** An image as it is stored: its bytes as base64, and a hash for its address. */
export type Logo = { hash: string; type: string; content: string }

export const maxLogoBytes = 100 * 1024

/** How the bytes of each kind of image begin, in hexadecimal. No SVG, which may contain scripts. */
const signatures: Record<string, RegExp> = {
  "image/png": /^89504e470d0a1a0a/,
  "image/jpeg": /^ffd8ff/,
  "image/webp": /^52494646.{8}57454250/,
}

/** An image from a `data:` address. Its bytes decide its type, so that a browser never treats it as anything else. */
export function parseLogo(address: string): Logo {
  const [, type = "", content = ""] = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(address) ?? []
  const signature = signatures[type]
  if (!signature) throw invalidField("branding.logo", `must be a data: address with the base64 of a ${kinds} image`)
  const bytes = Buffer.from(content, "base64")
  if (bytes.length > maxLogoBytes) throw invalidField("branding.logo", `must have at most ${maxLogoBytes / 1024} KiB; it has ${kib(bytes)}`)
  if (!signature.test(bytes.subarray(0, 16).toString("hex")))
    throw invalidField("branding.logo", `is no ${type.slice("image/".length)} image, although it says so; use a ${kinds} image`)
  return { hash: sha256(bytes).slice(0, 16), type, content: bytes.toString("base64") }
}

const kinds = "PNG, JPEG or WebP"
const kib = (bytes: Buffer) => `${Math.ceil(bytes.length / 1024)} KiB`
