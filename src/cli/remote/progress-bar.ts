const width = 30

/** A part from 0 to 1, such as [######........................]. */
export const progressBar = (part: number) => `[${"#".repeat(Math.round(part * width)).padEnd(width, ".")}]`
