import type { FastifyInstance, FastifyReply } from "fastify"
import { Email } from "../../kit/pure/fields.ts"
import { Problem } from "../../kit/pure/problem.ts"
import type { Contact } from "../../parties/contacts/schema.ts"
import { readForm } from "../sign-in/form.ts"
import { confirmEmailPage, type Details, detailsOf, detailsPage, wrongFields } from "./details-page.ts"
import { wordsFor } from "./contact-text.ts"
import { linkButton, messagePage } from "./layout.ts"
import { mailConfirmation, readToken } from "./new-email.ts"
import type { Guard, Options, WithId } from "./handle.ts"
import { sendPortalPage } from "./send.ts"
import type { PortalCalls, Visit } from "./visit.ts"

const update = "POST /v1/contacts/{id}/update"
const own = ({ identity }: Visit) => ({ reference: identity.caller.user, owner: "id" as const })

/** A contact changes its name, phone and language at once, and its e-mail once the new mailbox has confirmed it. */
export function addDetailsRoutes(app: FastifyInstance, options: Options, changing: Guard, { act }: PortalCalls) {
  const read = (visit: Visit) => act<Contact>(visit, "GET /v1/contacts/{id}", own(visit))

  app.get<WithId>(
    "/portal/details",
    options,
    changing(async (visit, _id, reply) => sendPortalPage(reply, detailsPage(visit, detailsOf(await read(visit))))),
  )

  app.post<WithId>(
    "/portal/details",
    options,
    changing(async (visit, _id, reply) => {
      const form = readForm(visit.request)
      const [firstName, lastName, phone] = [form("firstName").trim(), form("lastName").trim(), form("phone").trim()]
      const [locale, version] = [form("locale"), form("version")]
      const fields = { profile: { firstName, lastName, phone }, locale: locale === "" ? null : locale }
      try {
        await act<Contact>(visit, update, { ...own(visit), fields, ifMatch: version })
        return reply.redirect("/portal?notice=saved", 303)
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error
        if (error.code === "GEN-1009") return reply.redirect("/portal?notice=unchanged", 303)
        return sendWrong(visit, reply, { firstName, lastName, phone, locale, version, newEmail: "" }, error)
      }
    }),
  )

  app.post<WithId>(
    "/portal/details/email",
    options,
    changing(async (visit, _id, reply) => {
      const newEmail = readForm(visit.request)("newEmail").trim()
      if (!Email.safeParse(newEmail).success)
        return sendPortalPage(reply.code(400), detailsPage(visit, { ...detailsOf(await read(visit)), newEmail }, "newEmail"))
      await mailConfirmation(visit, newEmail)
      return reply.redirect("/portal?notice=emailSent", 303)
    }),
  )

  addConfirmationRoutes(app, options, changing, act)
}

function sendWrong(visit: Visit, reply: FastifyReply, details: Details, { status, errors }: Problem) {
  const wrong = wrongFields.find(name => errors.some(({ path }) => path.endsWith(name)))
  if (wrong === undefined) return reply.redirect("/portal?notice=unchanged", 303)
  return sendPortalPage(reply.code(status), detailsPage(visit, details, wrong))
}

/** The link of the mail works for the contact who asked for it, while they are signed in. */
function addConfirmationRoutes(app: FastifyInstance, options: Options, changing: Guard, act: PortalCalls["act"]) {
  const path = "/portal/details/email/:id"
  app.get<WithId>(
    path,
    options,
    changing(async (visit, token, reply) => {
      const email = readToken(visit, token)
      if (email === undefined) return reply.redirect("/portal?notice=emailLinkOver", 303)
      return sendPortalPage(reply, confirmEmailPage(visit, email, token))
    }),
  )
  app.post<WithId>(
    path,
    options,
    changing(async (visit, token, reply) => {
      const email = readToken(visit, token)
      if (email === undefined) return reply.redirect("/portal?notice=emailLinkOver", 303)
      try {
        await act<Contact>(visit, update, { ...own(visit), fields: { email } })
      } catch (error) {
        if (error instanceof Problem && error.code === "GEN-1010") return reply.redirect("/portal?notice=emailTaken", 303)
        throw error
      }
      // The change has ended the session.
      const words = wordsFor(visit)
      return sendPortalPage(reply, messagePage(visit.language, words.emailChangedTitle, words.emailChanged(email), signInAgain(visit)))
    }),
  )
}

const signInAgain = ({ language }: Visit) => linkButton("/portal", language.portal.signIn)
