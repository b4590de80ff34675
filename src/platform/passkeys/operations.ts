import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { Id } from "../../kit/pure/fields.ts"
import { lockAccount } from "../accounts/store.ts"
import { startsSession } from "../sessions/cookie.ts"
import { sendAccountMail } from "../sessions/mails.ts"
import { Session } from "../sessions/schema.ts"
import { confirmSession, endSessionsOfPasskey, proveSession, renderSession } from "../sessions/store.ts"
import { redeemChallenge } from "./challenge.ts"
import { passkeyProblem } from "./errors.ts"
import { passkeyWords } from "./mail-words.ts"
import { creationOptions, requestOptions } from "./options.ts"
import { assertMayAddFactor } from "./own-factor.ts"
import { maxPasskeys } from "./rules.ts"
import {
  type Assertion,
  type Attestation,
  CreationOptions,
  NewPasskey,
  Passkey,
  PasskeyChange,
  PasskeyConfirmation,
  passkeyFilters,
  RequestOptions,
} from "./schema.ts"
import { recordUse } from "./sign-in.ts"
import {
  deletePasskey,
  findPasskey,
  findPasskeys,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  readOwnPasskey,
  readOwnPasskeyForUpdate,
  renamePasskey,
  renderPasskey,
} from "./store.ts"
import { verifyAssertion, verifyAttestation } from "./verify.ts"

/** Between two units of work, like an external call. A dry run verifies nothing, so it proves nothing. */
type Adding = { session: string; credential: Attestation; added?: Awaited<ReturnType<typeof verifyAttestation>> }
type Confirming = { session: string; credential: Assertion; passkey: PasskeyRow; counter?: number }

const people = { noun: "passkey", forPeople: true } as const

export const passkeyOperations = [
  listing({
    ...people,
    route: "GET /v1/passkeys",
    plural: "passkeys",
    summary: "List your own passkeys in this tenant, newest first",
    worksWithoutSecondFactor: true,
    filters: passkeyFilters,
    item: Passkey,
    run: listPasskeys,
  }),

  operation({
    ...people,
    route: "GET /v1/passkeys/{id}",
    summary: "One passkey of yours",
    worksWithoutSecondFactor: true,
    effect: "read",
    input: noInput,
    output: Passkey,
    subject: readOwnPasskey,
    run: (_ctx, _input, passkey) => renderPasskey(passkey),
  }),

  operation({
    ...people,
    route: "POST /v1/passkeys/options",
    label: "Begin to add a passkey",
    summary: "What the browser needs to make a passkey, with a challenge for this session; nothing changes until you add it",
    worksWithoutSecondFactor: true,
    needsConfirmation: "recent",
    effect: "change",
    refuses: ["PSK-1004", "PSK-1005"],
    input: noInput,
    output: CreationOptions,
    async run(ctx) {
      await assertMayAddFactor(ctx)
      const passkeys = await findPasskeys(personOf(ctx))
      assertBelowMax(passkeys)
      return creationOptions(ctx, { purpose: "add", holder: sessionOf(ctx) }, passkeys)
    },
  }),

  operation({
    ...people,
    route: "POST /v1/passkeys/create",
    label: "Add a passkey",
    creates: true,
    summary: "Add the passkey that the browser has made, under a name; the person gets a mail",
    worksWithoutSecondFactor: true,
    needsConfirmation: "recent",
    effect: "change",
    refuses: ["PSK-"],
    input: NewPasskey,
    output: Passkey,
    external: {
      async prepare(ctx, { credential }): Promise<Adding> {
        await assertMayAddFactor(ctx)
        return { session: sessionOf(ctx), credential }
      },
      async call({ session, credential }) {
        const challenge = await redeemChallenge(credential.response.clientDataJSON, { purpose: "add", holder: session })
        return { session, credential, added: await verifyAttestation(credential, challenge) }
      },
    },
    async run(ctx, { name, credential }, _subject, { added }) {
      if (!added) throw passkeyProblem("PSK-1001")
      await lockAccount(ctx, ctx.caller.user) // so that requests at the same time can't exceed the maximum together
      const passkeys = await findPasskeys(personOf(ctx))
      if (passkeys.some(each => each.credential_id === added.credential_id)) throw passkeyProblem("PSK-1003")
      assertBelowMax(passkeys)
      const row = insertPasskey(ctx, { ...added, name, transports: credential.response.transports })
      proveSession(ctx, sessionOf(ctx), row.id)
      await tell(ctx, words => [words.added, words.wasAdded(name)])
      return renderPasskey(row)
    },
  }),

  operation({
    ...people,
    route: "POST /v1/passkeys/{id}/update",
    label: "Rename a passkey",
    summary: "Give a passkey of yours another name",
    effect: "change",
    input: PasskeyChange,
    output: Passkey,
    subject: readOwnPasskeyForUpdate,
    run: (ctx, { name }, passkey) => renderPasskey(renamePasskey(ctx, passkey, name)),
  }),

  operation({
    ...people,
    route: "POST /v1/passkeys/{id}/remove",
    summary: "Remove a passkey of yours, and end the other sessions that it proved; the person gets a mail",
    needsConfirmation: "recent",
    effect: "change",
    input: noInput,
    output: z.object({ _id: Id, removed: z.literal(true) }),
    subject: readOwnPasskeyForUpdate,
    async run(ctx, _input, passkey) {
      deletePasskey(ctx, passkey)
      endSessionsOfPasskey(ctx, passkey.id, sessionOf(ctx))
      await tell(ctx, words => [words.removed, words.wasRemoved(passkey.name)])
      return { _id: passkey.id, removed: true as const }
    },
  }),

  operation({
    ...people,
    route: "POST /v1/passkeys/confirm-options",
    label: "Begin to confirm with a passkey",
    summary: "What the browser needs to confirm with one of your passkeys that it is you, with a challenge for this session",
    worksWithoutSecondFactor: true,
    effect: "change",
    input: noInput,
    output: RequestOptions,
    run: async ctx => requestOptions({ purpose: "confirm", holder: sessionOf(ctx) }, await findPasskeys(personOf(ctx))),
  }),

  operation({
    ...people,
    route: "POST /v1/passkeys/confirm",
    label: "Confirm with a passkey",
    summary: "Prove again that it is you, with a passkey; the response sets a new cookie and ends the old one",
    worksWithoutSecondFactor: true,
    effect: "change",
    refuses: ["PSK-1001", "PSK-1002"],
    input: PasskeyConfirmation,
    output: Session,
    headers: startsSession,
    external: {
      async prepare(ctx, { credential }): Promise<Confirming> {
        const passkey = await findPasskey(personOf(ctx), credential.id)
        if (!passkey) throw passkeyProblem("PSK-1001")
        return { session: sessionOf(ctx), credential, passkey }
      },
      async call(confirming) {
        const { session, credential, passkey } = confirming
        const challenge = await redeemChallenge(credential.response.clientDataJSON, { purpose: "confirm", holder: session })
        return { ...confirming, counter: await verifyAssertion(credential, passkey, challenge) }
      },
    },
    async run(ctx, _input, _subject, { passkey, counter }) {
      if (counter === undefined) throw passkeyProblem("PSK-1001")
      const account = await lockAccount(ctx, ctx.caller.user)
      await recordUse(ctx, passkey, counter)
      const { row, token } = await confirmSession(ctx, account, { passkey: passkey.id })
      return { ...renderSession(row, row.id), token }
    },
  }),
]

const personOf = ({ tenant, caller }: Context) => ({ tenant, user: caller.user })

function sessionOf({ caller: { session } }: Context): string {
  if (!session) throw generalProblem("PRM-1004")
  return session.id
}

function assertBelowMax(passkeys: readonly PasskeyRow[]) {
  if (passkeys.length >= maxPasskeys) throw passkeyProblem("PSK-1004", { max: maxPasskeys })
}

type PasskeyWords = (typeof passkeyWords)["en"]
const tell = (ctx: Context, say: (words: PasskeyWords) => [subject: string, text: string]) =>
  sendAccountMail(ctx, locale => {
    const [subject, text] = say(passkeyWords[locale])
    return { subject, paragraphs: [text, passkeyWords[locale].whatToDo] }
  })
