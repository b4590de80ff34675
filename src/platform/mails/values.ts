export const mailStatuses = ["queued", "sending", "kept", "sent", "failed", "bounced"] as const
export type MailStatus = (typeof mailStatuses)[number]
