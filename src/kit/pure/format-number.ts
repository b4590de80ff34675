/** PI-000123: the number of an object as people name it. */
export const formatNumber = (prefix: string, number: number) => `${prefix}-${String(number).padStart(6, "0")}`
