/** What an operation answers with instead of JSON. `lang` is the language of a document. */
export type ResponseFile = { name: string; type: "application/pdf"; content: Buffer; lang: string }

/** A file that is sent while its pieces are read, so that a large one is never held in memory. */
export type StreamedFile = { name: string; type: string; pieces: AsyncIterable<string | Buffer> }
