/** The initials of the first two words. Pages show them if there is no picture. */
export const initialsOf = (name: string) => (name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? []).slice(0, 2).join("").toUpperCase()
