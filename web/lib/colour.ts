const channel = (hex: string) => {
  const value = parseInt(hex, 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** Black or white: the one that reads better on a colour such as #1f5eff, by the contrast of WCAG. */
export function textOn(colour: string): "#000000" | "#ffffff" {
  const [red, green, blue] = [colour.slice(1, 3), colour.slice(3, 5), colour.slice(5, 7)].map(channel) as [number, number, number]
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? "#000000" : "#ffffff"
}

export const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)
