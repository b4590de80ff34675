import type { Any } from "../harness.ts"

/** Calls a tool over plain HTTP, as an agent does, and returns its result or its error. */
export async function callTool(baseUrl: string, apiKey: string, name: string, args: object): Promise<{ result?: Any; error?: Any }> {
  const response = await fetch(`${baseUrl}/v1/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, accept: "application/json, text/event-stream", "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  })
  const [, data] = /^data: (.+)$/m.exec(await response.text())!
  const { isError, content } = (JSON.parse(data!) as Any).result
  return { [isError ? "error" : "result"]: JSON.parse(content[0].text) }
}
