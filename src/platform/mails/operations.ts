import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { assertCanBounce } from "./rules.ts"
import { Bounce, Mail, mailFilters } from "./schema.ts"
import { listMails, readMail, readMailForUpdate, renderMail, renderMasked, saveMail } from "./store.ts"

export const mailOperations = [
  listing({
    route: "GET /v1/dev/mails",
    noun: "mail",
    plural: "mails",
    summary: "List e-mails with their status; without an SMTP server they are only stored, and only a sandbox shows the links in them",
    needs: "tenant.own",
    filters: mailFilters,
    item: Mail,
    run: listMails,
  }),

  operation({
    route: "GET /v1/dev/mails/{id}",
    noun: "mail",
    summary: "One e-mail; only a sandbox shows the links in it",
    needs: "tenant.own",
    effect: "read",
    input: noInput,
    output: Mail,
    subject: readMail,
    run: ({ tenant }, _input, mail) => renderMail(mail, tenant),
  }),

  operation({
    route: "POST /v1/dev/mails/{id}/bounce",
    noun: "mail",
    summary: "Record that an e-mail came back after the SMTP server had accepted it; the id is the first part of its Message-ID",
    needs: "tenant.own",
    effect: "change",
    refuses: ["MLS-"],
    input: Bounce,
    output: Mail,
    subject: readMailForUpdate,
    assertPossible: ({ status }) => assertCanBounce(status),
    run: (ctx, { reason }, mail) =>
      renderMasked(mail.status === "bounced" ? mail : saveMail(ctx, mail, { status: "bounced", error: reason })),
  }),
]
