import { signal } from "@preact/signals"
import { call, Fault } from "./api.js"

export interface User {
  readonly user_id: string
  readonly username: string
  readonly role: "user" | "admin"
}

/** Who is signed in; null: nobody; undefined: not known yet. */
export const user = signal<User | null | undefined>(undefined)
/** How it failed to find that out. */
export const unknown = signal<Fault | undefined>(undefined)
/** Whether the server has no admin yet. */
export const awaitsAdmin = signal(document.documentElement.hasAttribute("data-awaits-admin"))

export async function whoAmI(): Promise<void> {
  try {
    user.value = await call<User>("GET", "api/auth/me")
    unknown.value = undefined
  } catch (error) {
    if (error instanceof Fault && (error.status === 401 || error.status === 403)) user.value = null
    else unknown.value = error as Fault
  }
}

export async function signOut(): Promise<void> {
  await call("POST", "api/auth/logout", {})
  user.value = null
}
