import { z } from "zod"
import { listing, noInput, openOperation, operation } from "../../kit/operation/operation.ts"
import { invalidField } from "../../kit/pure/errors.ts"
import { Id } from "../../kit/pure/fields.ts"
import { assertProven, checkProof, prepareProof, type Proof } from "../accounts/proof.ts"
import { lockAccount, saveAccount } from "../accounts/store.ts"
import { endedSessionCookie, startsSession } from "./cookie.ts"
import { endEverySession } from "./end-sessions.ts"
import type { SignOutDependent } from "./ports.ts"
import { Confirmation, Session, sessionFilters, SignedIn, SignIn } from "./schema.ts"
import { signIn } from "./sign-in.ts"
import { confirmSession, endSession, listSessions, readOwnSession, renderSession } from "./store.ts"

const endsSession = () => ({ "set-cookie": endedSessionCookie() })

export const sessionOperations = (dependents: readonly SignOutDependent[]) => [
  openOperation({
    route: "POST /v1/sessions/create",
    label: "Sign in",
    creates: true,
    noun: "session",
    summary: "Sign in with e-mail, password and, where two-factor sign-in is on, a code; the response sets the cookie of the session",
    refuses: ["AUT-1006", "AUT-1007", "AUT-1008", "SSO-1008"],
    input: SignIn,
    output: SignedIn,
    headers: startsSession,
    run: signIn,
  }),

  listing({
    route: "GET /v1/sessions",
    noun: "session",
    plural: "sessions",
    summary: "List your own sessions in this tenant that have not ended, newest first",
    forPeople: true,
    worksWithoutSecondFactor: true,
    filters: sessionFilters,
    item: Session,
    run: (ctx, list) => listSessions(ctx, list, { user: ctx.caller.user, epoch: ctx.caller.session!.epoch }),
  }),

  operation({
    route: "GET /v1/sessions/{id}",
    noun: "session",
    summary: "One of your own sessions; `current` is the id of this one",
    forPeople: true,
    worksWithoutSecondFactor: true,
    effect: "read",
    input: noInput,
    output: Session,
    subject: readOwnSession,
    run: (ctx, _input, session) => renderSession(session, ctx.caller.session?.id),
  }),

  operation({
    route: "POST /v1/sessions/{id}/end",
    label: "Sign out a browser",
    noun: "session",
    summary: "Sign out one of your browsers; `current` is the id of this one",
    forPeople: true,
    worksWithoutSecondFactor: true,
    effect: "change",
    input: noInput,
    output: z.object({ _id: Id, ended: z.literal(true) }),
    headers: result => ((result as { isCurrent: boolean }).isCurrent ? endsSession() : {}),
    subject: readOwnSession,
    run(ctx, _input, session) {
      endSession(ctx, session)
      return { _id: session.id, ended: true as const, isCurrent: session.id === ctx.caller.session?.id }
    },
  }),

  operation({
    route: "POST /v1/sessions/end-all",
    label: "Sign out everywhere",
    noun: "session",
    summary: "Sign out everywhere: ends every session and every assistant of yours in this tenant, this session too",
    forPeople: true,
    worksWithoutSecondFactor: true,
    effect: "change",
    input: noInput,
    output: z.object({ ended: z.literal(true) }),
    headers: endsSession,
    async run(ctx) {
      await endEverySession(ctx, await lockAccount(ctx, ctx.caller.user), dependents)
      return { ended: true as const }
    },
  }),

  operation({
    route: "POST /v1/sessions/confirm",
    label: "Confirm that it is you",
    noun: "session",
    summary: "Prove again that it is you, with your password or a code; the response sets a new cookie and ends the old one",
    forPeople: true,
    worksWithoutSecondFactor: true,
    effect: "change",
    refuses: ["AUT-1006", "AUT-1008"],
    input: Confirmation,
    output: Session,
    headers: startsSession,
    external: {
      prepare(ctx, typed): Promise<Proof> {
        const { password, code } = typed
        if ((password === undefined) === (code === undefined)) throw invalidField("password", "or code must be given, one of the two")
        return prepareProof(ctx, typed)
      },
      call: checkProof,
    },
    async run(ctx, { code }, _subject, proof) {
      const { account, used } = await assertProven(ctx, proof)
      if (code !== undefined) saveAccount(ctx, account, used)
      const { row, token } = await confirmSession(ctx, account)
      return { ...renderSession(row, row.id), token }
    },
  }),
]
