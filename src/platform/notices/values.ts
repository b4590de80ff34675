/** What people are told of, with the permission that somebody who can get it has. They decide for each kind how it reaches them. */
export const noticeKinds = {
  "approval-needed": { needs: "approvals.decide" },
  "approval-decided": {},
  mention: { needs: "notes.view" },
  "payout-failed": { needs: "payouts.send" },
  "refund-failed": { needs: "refunds.edit" },
  "dispute-opened": { needs: "disputes.edit" },
  "dispute-due": { needs: "disputes.edit" },
  "dispute-undelivered": { needs: "disputes.edit" },
  "connection-failing": { needs: "tenant.own" },
  "balance-differs": { needs: "gateways.edit" },
  "settlement-differs": { needs: "gateways.edit" },
  "endpoint-deactivated": { needs: "tenant.own" },
  "endpoint-activated": { needs: "tenant.own" },
  "import-ended": { needs: "contacts.view" },
  /** It tells of a week and not of an event, so it comes by mail only. */
  "weekly-summary": { needs: "analytics.view", isMailOnly: true },
} as const

export type NoticeKind = keyof typeof noticeKinds
export const kindNames = Object.keys(noticeKinds) as readonly NoticeKind[]
