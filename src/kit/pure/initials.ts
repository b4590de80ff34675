/** Of the first two words: pages show them where there is no picture. */
export const initialsOf = (name: string) => (name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? []).slice(0, 2).join("").toUpperCase()
