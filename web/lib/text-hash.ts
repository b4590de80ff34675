/** The name of a text in a built catalogue: shorter than the English text itself. FNV-1a; a test sees to it that no two texts share one. */
export function textHash(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}
