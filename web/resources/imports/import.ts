import type { Output } from "../../client.ts"

export type Import = Output<"GET /v1/imports/{id}">
