/** Requests that this process is answering. While there are many, background loops yield to them. */
let requests = 0
const busyFrom = 16

export const isBusy = () => requests >= busyFrom
export const requestStarted = () => void requests++
export const requestEnded = () => void requests--
