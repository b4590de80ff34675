import type { FastifyReply } from "fastify"
import type { ResponseFile, StreamedFile } from "../kit/operation/response-file.ts"
import type { Operation } from "../kit/operation/operation.ts"
import { perform, type Request } from "../kit/operation/perform.ts"

/** Performs an operation that answers with a file. */
export async function performFile(op: Operation, request: Omit<Request, "render">): Promise<ResponseFile> {
  let file: ResponseFile | undefined
  await perform(op, {
    ...request,
    render(_filtered, result) {
      file = op.file!(result)
      return ""
    },
  })
  return file!
}

export const sendFile = (reply: FastifyReply, file: ResponseFile) =>
  reply.headers({ ...headersOf(file), "cache-control": "no-store" }).send(file.content)

/** Shown by the browser, and saved under its own name. */
export const headersOf = ({ name, type, lang }: ResponseFile) => ({
  "content-type": type,
  "content-disposition": `inline; filename="${plainName(name)}"`,
  "content-language": lang,
})

/** Saved under its own name. */
export const attachmentHeaders = ({ name, type }: StreamedFile) => ({
  "content-type": type,
  "content-disposition": `attachment; filename="${plainName(name)}"`,
})

/** No quote and no line end, which would end the name or the header. */
const plainName = (name: string) => name.replaceAll(/[^\w.-]+/g, "-")
