import { encode } from "uqr"

/** With four modules of white around it, as scanners need in a dark page. */
const border = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("")
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-36 rounded-lg bg-white" shapeRendering="crispEdges">
      <path d={path} fill="black" />
    </svg>
  )
}
