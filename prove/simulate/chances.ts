/** How often each fault happens where it can happen; the last two by the day. */
export const chances = {
  "a request gets lost": 0.01,
  "an answer gets lost": 0.01,
  "a connection is refused": 0.01,
  "a connection is cut before a statement": 0.0005,
  "a connection is cut before the answer": 0.0005,
  "a transaction can't be serialized": 0.003,
  "an answer of the database is late": 0.0005,
  "a webhook gets no answer": 0.01,
  "a webhook is cut off": 0.01,
  "a webhook is received, but the answer is lost": 0.02,
  "a gateway is not reached": 0.03,
  "a call to a gateway hangs": 0.03,
  "the answer of a gateway is lost": 0.05,
  "a gateway is called twice": 0.05,
  "a process is killed": 0.15,
  "a process is frozen for a minute": 0.1,
}
export type FaultName = keyof typeof chances
