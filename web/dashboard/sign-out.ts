import { request } from "../client.ts"

export async function signOut() {
  await request("POST /v1/sessions/{id}/end", {}, { path: { id: "current" } }).catch(() => undefined)
  sessionStorage.clear() // what was typed is not for whoever signs in next
  location.assign("/sign-in")
}
