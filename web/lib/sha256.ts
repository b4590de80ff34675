/** The hash of a file, as the service writes it. On plain http browsers compute hashes only on localhost: undefined then. */
export async function sha256Of(file: File): Promise<string | undefined> {
  if (!("subtle" in crypto)) return undefined
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer())
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)))
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace("=", "")
}
