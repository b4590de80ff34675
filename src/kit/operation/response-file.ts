/** What an operation answers with instead of JSON. `lang` is the language of a document. */
export type ResponseFile = { name: string; type: "application/pdf"; content: Buffer; lang: string }
