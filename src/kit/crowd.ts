/** Requests that this process is answering. While there are many, what can wait a moment goes slower, so that they don't. */
let underWay = 0
const many = 16

export const isCrowded = () => underWay >= many

export const entered = () => void underWay++
export const left = () => void underWay--
