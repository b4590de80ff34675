import { Fault } from "../kit/service/fault.ts"

type NetworkError = NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string }

/** Returns a message that says what to do; an unexpected error keeps its stack trace. */
export function describeError(error: unknown): string {
  if (error instanceof Fault) return error.message
  const { code, message, stack, port, hostname, address = hostname } = error as NetworkError
  if (code === "EADDRINUSE")
    return `Port ${port} is used by another program. Stop that program, or set PORT to a free port: PORT=${Number(port) + 1} npm start`
  if (code === "EACCES" && port) return `Port ${port} needs root. Set PORT to a port above 1023.`
  // Errors of DATABASE_URL have their own Fault, so only HOST is left.
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"].includes(code ?? ""))
    return `HOST names ${address}, which is not an address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all.`
  return stack ?? message
}
