import { BadInput, Forbidden } from "platen/sdk"
import { normalizeMac } from "platen/sdk/kit"
import type { Device } from "platen/sdk/device"
import type { Admission, AuthRequest, User } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { policies } from "../../../../plugins/people/accounts/policies.js"
import { deviceOf } from "../../known-devices.js"

const test = suite("plugins/people/accounts/policies")

const MAC = "0A:BB:CC:DD:EE:FF"
const OTHER = "0A:BB:CC:DD:EE:00"
const ADMIN_TOKEN = "operator's own token"

function person(id: string, role: User["role"] = "user"): User {
  return { id, username: id, role, createdAt: 0 }
}

/** By token, which is the id here. */
const PEOPLE: Readonly<Record<string, User>> = {
  owner: person("owner"),
  member: person("member"),
  stranger: person("stranger"),
  admin: person("admin", "admin"),
  owning: person("owning", "admin"),
  sharing: person("sharing", "admin"),
}

const KNOWN: Readonly<Record<string, Device>> = {
  [`extended/${MAC}`]: deviceOf({
    members: (
      [
        ["owner", "owner"],
        ["member", "member"],
        ["owning", "owner"],
        ["sharing", "member"],
      ] as const
    ).map(([user, role]) => ({ user, role, nickname: "", boundAt: 0 })),
  }),
}

function admit(id: string, request: Partial<AuthRequest>, adminToken = ADMIN_TOKEN): Promise<Admission> {
  const given = policies({
    people: { holder: async (token) => (Object.hasOwn(PEOPLE, token) ? PEOPLE[token] : undefined) },
    devices: { get: async (realm, mac) => KNOWN[`${realm}/${mac}`] },
    service: { publicUrl: undefined, origins: [] },
    adminToken,
  })
  return Promise.resolve(
    given
      .find((each) => each.id === id)!
      .admit({
        realm: "extended",
        method: "GET",
        path: "/api/x",
        params: {},
        query: {},
        headers: {},
        address: "192.0.2.1",
        secure: false,
        mac: undefined,
        ...request,
      }),
  )
}

const bearer = (token: string): { readonly headers: Readonly<Record<string, string>> } => ({
  headers: { authorization: `Bearer ${token}` },
})
const cookie = (token: string): { readonly headers: Readonly<Record<string, string>> } => ({
  headers: { cookie: `ink_session=${token}` },
})

for (const show of [bearer, cookie]) {
  test(`"user" admits whoever is signed in by ${show.name}, and says who`, async () => {
    assert.equal(await admit("user", show("member")), {
      kind: "person",
      subject: "user/member",
      user: "member",
      role: "user",
    })
    assert.equal(await admit("user", show("admin")), {
      kind: "person",
      subject: "user/admin",
      user: "admin",
      role: "admin",
    })
  })
}

for (const id of ["user", "member", "owner", "admin"]) {
  test(`"${id}" leaves whoever is not signed in to the next`, async () => {
    for (const request of [
      {},
      bearer("nobody"),
      cookie("nobody"),
      { headers: { authorization: "Basic owner" } },
      { headers: { "x-device-token": "owner" } },
    ]) {
      assert.is(await admit(id, { mac: MAC, ...request }), undefined)
    }
  })

  test(`"${id}" takes no cookie where a bearer token is shown, be it wrong`, async () => {
    const headers = { authorization: "Bearer nobody", cookie: "ink_session=owning" }
    assert.is(await admit(id, { mac: MAC, headers }), undefined)
  })

  test(`"${id}" refuses a change that a foreign page makes by the cookie alone`, async () => {
    const from = (headers: Readonly<Record<string, string>>, method = "POST"): Promise<Admission> =>
      admit(id, { method, mac: MAC, headers: { host: "nas.lan", ...headers } })
    const signedIn = { cookie: "ink_session=owning" }
    await from({ ...signedIn, origin: "http://evil.example" }).then(
      () => assert.unreachable("it was let in"),
      (error: Forbidden) => assert.is(error.code, "origin-forbidden"),
    )
    for (const [headers, method] of [
      [{ ...signedIn, origin: "http://nas.lan" }, "POST"],
      [signedIn, "DELETE"],
      [{ ...signedIn, origin: "http://evil.example" }, "GET"],
      [{ ...signedIn, origin: "http://evil.example", "x-device-token": "t" }, "POST"],
      [{ authorization: "Bearer owning", origin: "http://evil.example" }, "POST"],
    ] as const)
      assert.ok(await from(headers, method))
    assert.is(await from({ cookie: "ink_session=nobody", origin: "http://evil.example" }), undefined)
  })
}

const CASES: readonly (readonly [
  policy: "member" | "owner",
  who: string,
  role: "owner" | "member" | "nothing" | "forbidden",
])[] = [
  ["member", "owner", "owner"],
  ["member", "member", "member"],
  ["member", "stranger", "forbidden"],
  ["member", "admin", "nothing"],
  ["member", "owning", "owner"],
  ["member", "sharing", "member"],
  ["owner", "owner", "owner"],
  ["owner", "member", "forbidden"],
  ["owner", "stranger", "forbidden"],
  ["owner", "admin", "nothing"],
  ["owner", "owning", "owner"],
  ["owner", "sharing", "nothing"],
]

for (const [policy, who, role] of CASES) {
  test(`"${policy}" gives ${who} ${role === "nothing" ? "to the next" : role}`, async () => {
    const admission = await admit(policy, { ...bearer(who), mac: MAC })
    if (role === "forbidden") assert.instance(admission, Forbidden)
    else
      assert.equal(
        admission,
        role === "nothing" ? undefined : { kind: "person", subject: `user/${who}`, mac: MAC, user: who, role },
      )
  })
}

test('"member" knows nobody of another device or of another edition', async () => {
  assert.instance(await admit("member", { ...bearer("owner"), mac: OTHER }), Forbidden)
  assert.instance(await admit("member", { ...bearer("owner"), mac: MAC, realm: "core" }), Forbidden)
})

test('"member" refuses a call that names no device, whoever asks', async () => {
  for (const request of [{}, bearer("owner")]) {
    await admit("member", request).then(
      () => assert.unreachable("it was let in"),
      (error: unknown) => assert.instance(error, BadInput),
    )
  }
  assert.is(normalizeMac(MAC), MAC)
})

test("says to a member what only an owner may, and to a stranger that there is no access", async () => {
  const said = async (who: string): Promise<string> =>
    ((await admit("owner", { ...bearer(who), mac: MAC })) as Forbidden).message
  assert.match(await said("member"), "Only the owner")
  assert.match(await said("stranger"), "no access")
})

test('"admin" admits an admin and says who, and refuses other people', async () => {
  for (const show of [bearer, cookie]) {
    assert.equal(await admit("admin", show("admin")), { kind: "admin", subject: "user/admin", user: "admin" })
    const refusal = await admit("admin", show("owner"))
    assert.instance(refusal, Forbidden)
    assert.is((refusal as Forbidden).code, "forbidden")
  }
})

test('"admin" admits the operator\'s token, as a bearer token only', async () => {
  assert.equal(await admit("admin", bearer(ADMIN_TOKEN)), { kind: "admin", subject: "operator" })
  assert.equal(
    await admit("admin", {
      ...bearer(ADMIN_TOKEN),
      method: "DELETE",
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, origin: "http://evil.example" },
    }),
    { kind: "admin", subject: "operator" },
  )
  for (const request of [
    cookie(ADMIN_TOKEN),
    { headers: { authorization: ADMIN_TOKEN } },
    { headers: { "x-device-token": ADMIN_TOKEN } },
    bearer(`${ADMIN_TOKEN}.`),
    bearer(ADMIN_TOKEN.slice(1)),
    bearer(ADMIN_TOKEN.toUpperCase()),
  ]) {
    assert.is(await admit("admin", request), undefined)
  }
})

test('"admin" admits no token where the operator has none', async () => {
  for (const token of ["", "undefined", ADMIN_TOKEN]) assert.is(await admit("admin", bearer(token), ""), undefined)
})

test("the operator's token opens nothing else", async () => {
  for (const id of ["user", "member", "owner"])
    assert.is(await admit(id, { ...bearer(ADMIN_TOKEN), mac: MAC }), undefined)
})

test.run()
