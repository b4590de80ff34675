/** Archives in the ustar format, which every system can open. */
type TarFile = { name: string; content: Buffer }

const block = 512
const padding = (bytes: number) => -bytes & (block - 1)

/** Where a header has its fields, and how long they are. */
const fields = { name: [0, 100], mode: [100, 8], user: [108, 8], group: [116, 8], size: [124, 12], time: [136, 12] } as const
const [sumAt, typeAt, formatAt] = [148, 156, 257]

/** A file as it is in an archive, with its header. */
export function tarFile({ name, content }: TarFile, at: Date): Buffer {
  if (Buffer.byteLength(name) >= fields.name[1]) throw new Error(`the name ${name} is too long for an archive`)
  const header = Buffer.alloc(block)
  const put = ([start, length]: readonly [number, number], value: number) =>
    header.write(value.toString(8).padStart(length - 1, "0"), start, "latin1")
  header.write(name, fields.name[0])
  put(fields.mode, 0o600)
  put(fields.user, 0)
  put(fields.group, 0)
  put(fields.size, content.length)
  put(fields.time, Math.floor(at.getTime() / 1000))
  header.write("0", typeAt)
  header.write("ustar\0" + "00", formatAt)
  header.write(`${sumOf(header).toString(8).padStart(6, "0")}\0 `, sumAt)
  return Buffer.concat([header, content, Buffer.alloc(padding(content.length))])
}

/** What an archive ends with. */
export const tarEnd = Buffer.alloc(2 * block)

/** The sum of a header counts its own place as eight blanks. */
const sumOf = (header: Buffer) => header.reduce((sum, byte, i) => sum + (i >= sumAt && i < sumAt + 8 ? 0x20 : byte), 0)

/** Reads an archive file by file, each at once. Throws a sentence where it is not whole. */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarFile> {
  const source = chunks[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const take = async (length: number) => {
    const parts = [held]
    for (let size = held.length; size < length; size += parts.at(-1)!.length) {
      const next = await source.next()
      if (next.done) throw new Error("it ends before its end was written")
      parts.push(next.value)
    }
    const all = Buffer.concat(parts)
    held = all.subarray(length)
    return all.subarray(0, length)
  }
  try {
    for (;;) {
      const header = await take(block)
      if (isZero(header)) break
      const number = (start: number, length: number) => Number.parseInt(header.toString("latin1", start, start + length), 8)
      if (number(sumAt, 8) !== sumOf(header)) throw new Error("the header of a file is damaged")
      const size = number(...fields.size)
      const name = header.toString("utf8", ...fields.name).replace(/\0.*$/s, "")
      yield { name, content: (await take(size + padding(size))).subarray(0, size) }
    }
    if (!isZero(await take(block)) || !isZero(held)) throw new Error("something follows its end")
    for (let next = await source.next(); !next.done; next = await source.next())
      if (!isZero(next.value)) throw new Error("something follows its end")
  } finally {
    await source.return?.()
  }
}

const isZero = (bytes: Buffer) => bytes.every(byte => byte === 0)
