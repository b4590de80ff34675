/** Who has a portal: contacts see what they owe, partners what they earn. */
export const audiences = ["contact", "partner"] as const
export type Audience = (typeof audiences)[number]
