import type { Any, Caller } from "./harness.ts"

/** A document as its bytes: the callers of other tests read bodies as text. */
export async function fetchDocument(baseUrl: string, { headers }: { headers: Record<string, string> }, path: string) {
  const response = await fetch(baseUrl + path, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false
  const error = isJson ? (JSON.parse(bytes.toString()) as Any).error : undefined
  return { status: response.status, headers: response.headers, bytes, code: error?.code as string | undefined }
}

export const seller = {
  legalName: "Aurora Ensino de Idiomas Ltda.",
  address: "Rua das Flores 12\n01310-100 São Paulo",
  taxId: "12.345.678/0001-90",
  note: "Thank you for learning with us.",
}

/** Numbers these kinds from now on. */
export const numberKinds = (api: Caller, ...numbered: string[]) => api.post("/v1/settings/update", { documents: { ...seller, numbered } })
