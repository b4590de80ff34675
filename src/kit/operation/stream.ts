export type Message = { id: string; data: string }

/** The client of a stream. */
export type Sink = {
  /** Whether it has read most of what was sent to it. */
  isReady(): boolean
  send(messages: Message[]): Promise<void>
}

/** Sends messages from `start` on, until the returned function is called. `start` was written as JSON and parsed again. */
export type Subscribe = (start: unknown, sink: Sink) => () => void
