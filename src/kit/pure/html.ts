/** Escapes text for HTML, in elements and in quoted attributes. */
export const escape = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
