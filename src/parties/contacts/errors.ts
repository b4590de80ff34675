import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const contacts = errorFamily("Contacts", "The contact's state does not allow this.", {
  "CON-2001": [409, "This contact was erased, so nothing new can be done with it and its data can't be changed; create a new contact"],
  "CON-2002": [409, "This contact can't be erased yet: {open}. Nothing was erased"],
})

export const contactProblem = problemsOf(contacts)
