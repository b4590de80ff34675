/** Whether all bytes of a file are UTF-8. The first lines may have no letter beside ASCII, and tell nothing about the others. */
export async function isUtf8(file: Blob): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const reader = file.stream().getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) decoder.decode(part.value, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  } finally {
    await reader.cancel()
  }
}
