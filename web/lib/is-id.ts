export const isId = (text: string) => /^[0-9a-f]{24}$/.test(text)
