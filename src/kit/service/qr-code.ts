import { renderSVG } from "uqr"

/** A QR code as the address of an image, for `<img src>`. It has a white margin of four modules, which scanners need on a dark page. */
export function qrCode(text: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(qrSvg(text)).toString("base64")}`
}

export const qrSvg = (text: string) => renderSVG(text, { ecc: "M", border: 4 })
