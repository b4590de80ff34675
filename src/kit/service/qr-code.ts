import { renderSVG } from "uqr"

/** A QR code as the address of an image, for `<img src>`. With four modules of white around it, as scanners need in a dark page. */
export function qrCode(text: string): string {
  const svg = renderSVG(text, { ecc: "M", border: 4 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`
}
