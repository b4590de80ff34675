/** The bytes of a file in a request. They are not enumerable, so that what walks through fields does not walk through them. */
export class Upload {
  readonly #bytes: Buffer
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }
  get bytes(): Buffer {
    return this.#bytes
  }
}
