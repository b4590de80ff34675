import { crc32, deflateSync, inflateSync } from "node:zlib"

/** Pictures of pages have few colours, so a palette of 256 makes them a third as large, and nobody sees the difference. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png)
  const palette = paletteOf(pixels)
  const nearest = new Map<number, number>()
  const rows = Buffer.alloc(height * (width + 1)) // each row begins with its filter, which is none
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const colour = pixels[y * width + x]!
      const index = nearest.get(colour) ?? nearestTo(palette, colour)
      nearest.set(colour, index)
      rows[y * (width + 1) + 1 + x] = index
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8) // 8 bits, by palette
  const colours = Buffer.from(palette.flatMap(channels))
  const parts = [
    chunk("IHDR", header),
    chunk("PLTE", colours),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]
  return Buffer.concat([png.subarray(0, 8), ...parts])
}

const channels = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255] as const

/** The colours that occur most. Those that are hardly different from one of them are left out, so that rare ones have room. */
function paletteOf(pixels: Uint32Array): number[] {
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const palette: number[] = []
  for (const [colour] of [...counts].toSorted((a, b) => b[1] - a[1])) {
    if (palette.length === 256) break
    if (counts.size <= 256 || palette.every(each => distance(each, colour) > 40)) palette.push(colour)
  }
  return palette
}

function distance(a: number, b: number): number {
  const [first, second] = [channels(a), channels(b)]
  return (first[0] - second[0]) ** 2 + (first[1] - second[1]) ** 2 + (first[2] - second[2]) ** 2
}

function nearestTo(palette: readonly number[], colour: number): number {
  let best = 0
  for (let index = 1; index < palette.length; index++)
    if (distance(palette[index]!, colour) < distance(palette[best]!, colour)) best = index
  return best
}

/** What is transparent lies on white paper. */
const white = 0xffffff

/** The pixels as RGB. It reads what Chromium writes: 8 bits for each of three or four channels, not interlaced. */
function decode(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const [width, height, type] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]]
  const size = type === 6 ? 4 : 3
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const raw = inflateSync(Buffer.concat(data))
  const length = width * size
  const pixels = new Uint32Array(width * height)
  let above = Buffer.alloc(length)
  for (let y = 0; y < height; y++) {
    const start = y * (length + 1)
    const row = unfilter(raw[start]!, raw.subarray(start + 1, start + 1 + length), above, size)
    for (let x = 0; x < width; x++) pixels[y * width + x] = size === 4 && row[x * size + 3] === 0 ? white : row.readUIntBE(x * size, 3)
    above = row
  }
  return { width, height, pixels }
}

/** Undoes the filter of a row: each byte was stored as its difference from those beside and above it. */
function unfilter(filter: number, row: Buffer, above: Buffer, size: number): Buffer<ArrayBuffer> {
  const result = Buffer.alloc(row.length)
  for (let at = 0; at < row.length; at++) {
    const [left, up, corner] = [result[at - size] ?? 0, above[at] ?? 0, at < size ? 0 : (above[at - size] ?? 0)]
    const guesses = [0, left, up, (left + up) >> 1, paeth(left, up, corner)]
    result[at] = (row[at]! + guesses[filter]!) & 255
  }
  return result
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, "latin1")
  data.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}
