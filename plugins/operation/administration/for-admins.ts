/** What the calls have in common by which admins read the state of the server. */
export const FOR_ADMINS = {
  areas: ["extended"],
  auth: { anyOf: ["admin"] },
  limit: { name: "server", perMinute: 60 },
}
