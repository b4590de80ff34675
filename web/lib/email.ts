/** Whether a text is meant as an e-mail address; the service checks it more closely. */
export const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
