/** Black or white, whichever reads better on it: at least 4.5 to 1 for every colour, because the two together reach 21 to 1. */
export const textOn = (colour: string) => (contrast(colour, "#000000") > contrast(colour, "#ffffff") ? "#000000" : "#ffffff")

/** The colour, made darker or lighter until it has this contrast with the background. */
export function shade(colour: string, background: string, minContrast: number): string {
  const towards = textOn(background)
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(colour, towards, share)
    if (contrast(mixed, background) >= minContrast) return mixed
  }
  return towards
}

/** WCAG 2: from 1, the same, to 21, black and white. */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(value => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** `share` of the second colour: 0 is the first one, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const others = channels(second)
  return `#${channels(first)
    .map((value, i) => Math.round(value + (others[i]! - value) * share))
    .map(value => value.toString(16).padStart(2, "0"))
    .join("")}`
}

const channels = (colour: string) => [1, 3, 5].map(start => Number.parseInt(colour.slice(start, start + 2), 16))
