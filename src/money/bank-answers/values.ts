export const answerFormats = ["pain.002", "nacha"] as const
export type AnswerFormat = (typeof answerFormats)[number]

/** What a bank says: it refuses what it did not make, made or took it, gives it back, or wants a mandate corrected. */
export const answerKinds = ["rejection", "acceptance", "return", "correction", "other"] as const
export type AnswerKind = (typeof answerKinds)[number]

/**
 * What an answer did: ended a payment before it was booked, took a booked one back, noted that the bank took a file, asked for a correction
 * of a mandate, said what was known already, or waits for a person.
 */
export const answerEffects = ["rejected", "returned", "accepted", "correction", "known", "waiting"] as const
export type AnswerEffect = (typeof answerEffects)[number]

/** An answer is applied by a job. Afterwards it waits as long as one of its parts waits for a person. */
export const answerStatuses = ["applying", "waiting", "applied"] as const
export type AnswerStatus = (typeof answerStatuses)[number]
