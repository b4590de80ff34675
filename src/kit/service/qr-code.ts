import { renderSVG } from "uqr"

/** A QR code as the address of an image, for `<img src>`. With four modules of white around it, as scanners need in a dark page. */
export function qrCode(text: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(qrSvg(text)).toString("base64")}`
}

export const qrSvg = (text: string) => renderSVG(text, { ecc: "M", border: 4 })
