/** Requests that this process is answering. While there are many, background loops yield to them. */
let requests = 0
const busyFrom = 16
/** Whether other processes of this service answer many, where the worker is a process of its own. */
let areOthersBusy = false

export const isBusy = () => requests >= busyFrom || areOthersBusy
export const noteOthers = (areBusy: boolean) => void (areOthersBusy = areBusy)
export const requestStarted = () => void requests++
export const requestEnded = () => void requests--
