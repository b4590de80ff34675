/** Why a command or the start ends: the message says what is wrong and what to do, so it is printed without a stack trace. */
export class Fault extends Error {}
