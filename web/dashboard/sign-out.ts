import { request } from "../client.ts"

export async function signOut() {
  await request("POST /v1/sessions/{id}/end", {}, { path: { id: "current" } }).catch(() => undefined)
  location.assign("/sign-in")
}
