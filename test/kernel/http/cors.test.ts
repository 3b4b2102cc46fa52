import { BadInput, NotFound, TooMany, Unauthenticated, z } from "platen/sdk"
import type { Policy } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ask } from "./ask.js"
import type { Answer, Asked } from "./ask.js"
import { exchange, head } from "./exchange.js"
import { echo, failingPicture, listening, routeTo } from "./listening.js"
import type { Listening } from "./listening.js"

const test = suite("http/cors")

const HOME = "https://screens.example.org"
const OTHER_HOME = "http://192.168.1.7:8080"
const STRANGE = [
  "https://evil.example",
  "http://screens.example.org",
  `${HOME}/`,
  `${HOME}:444`,
  `${HOME}.evil.example`,
  "https://evil.screens.example.org",
  "https://Screens.example.org",
  `${HOME}, ${OTHER_HOME}`,
  "null",
  "*",
  "",
  " ",
  "__proto__",
]

const closed: Policy = {
  id: "closed",
  admit: () => {
    throw new Unauthenticated("Show a token.", { code: "device-token-invalid" })
  },
}
let handled = 0
const routes = [
  routeTo("/plain", () => ({ body: "page" })),
  routeTo("/told", () => ({
    body: "page",
    headers: { etag: '"v1"', "x-one": "1", "x-two": "2", "last-modified": "Sat, 21 Nov 2026 09:00:00 GMT" },
  })),
  routeTo("/capitals", () => ({ body: "page", headers: { "X-One": "1", "Retry-After": "3" } })),
  routeTo("/varied", () => ({ body: "page", headers: { vary: "accept-language" } })),
  routeTo("/nothing", () => ({ status: 204, headers: { "x-one": "1" } })),
  routeTo(
    "/counted",
    () => {
      handled++
      return { body: "x" }
    },
    { method: "POST" },
  ),
  routeTo("/body", echo, { method: "POST", body: z.object({ n: z.number() }) }),
  routeTo("/closed", echo, { auth: { anyOf: ["closed"] } }),
  routeTo("/later", () => {
    throw new TooMany("Wait a little.", { retryAfter: 30 })
  }),
  routeTo("/broken", () => {
    throw new TypeError("x")
  }),
  routeTo("/unknown", () => {
    throw new NotFound("There is no such book.")
  }),
  failingPicture("/picture", 200, () => new TypeError("x")),
  failingPicture("/picture/input", 200, () => new BadInput('"w" is wrong.')),
]

let here: Listening
/** The same without a word of origins. */
let plain: Listening
test.before(async () => {
  here = await listening(routes, { policies: [closed], origins: new Set([HOME, OTHER_HOME]) })
  plain = await listening(routes, { policies: [closed] })
})
test.after(async () => {
  await here.server.close()
  await plain.server.close()
})

const from = (path: string, origin: string | undefined, { headers, ...asked }: Asked = {}): Promise<Answer> =>
  ask(here.port, path, { ...asked, headers: { ...headers, ...(origin !== undefined && { origin }) } })

/** What an answer says to browsers. */
function said({ headers }: Answer): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.startsWith("access-control-"))
      .map(([name, value]) => [name.slice("access-control-".length), value]),
  )
}

/** Every kind of answer: path, call, status, the names of its headers that a page may read. */
const ANSWERS = [
  ["/plain", {}, 200, undefined],
  ["/told", {}, 200, "etag, x-one, x-two"],
  ["/told", { method: "HEAD" }, 200, "etag, x-one, x-two"],
  ["/capitals", {}, 200, "X-One, Retry-After"],
  ["/told", { headers: { "if-none-match": '"v1"' } }, 304, "etag, x-one, x-two"],
  ["/nothing", {}, 204, "x-one"],
  ["/body", { method: "POST", body: "{" }, 400, undefined],
  ["/picture/input", {}, 400, "x-render-error"],
  ["/closed", {}, 401, undefined],
  ["/unknown", {}, 404, undefined],
  ["/nowhere", {}, 404, undefined],
  ["/nowhere", { method: "DELETE" }, 404, undefined],
  ["/plain", { method: "POST" }, 405, undefined],
  ["/plain", { method: "OPTIONS" }, 405, undefined],
  ["/body", { method: "POST", body: " ".repeat(70_000) }, 413, undefined],
  ["/body", { method: "POST", body: "{}" }, 422, undefined],
  ["/later", {}, 429, "retry-after"],
  ["/broken", {}, 500, undefined],
  ["/picture", {}, 200, "x-render-error, x-content-fallback"],
] as const satisfies readonly (readonly [string, Asked, number, string | undefined])[]

for (const [path, asked, status, exposed] of ANSWERS) {
  const what = `${status} of ${"method" in asked ? asked.method : "GET"} ${path}`

  test(`lets pages of the named origins read the ${what}, with credentials`, async () => {
    for (const origin of [HOME, OTHER_HOME]) {
      const answer = await from(path, origin, asked)
      assert.is(answer.status, status)
      assert.equal(said(answer), {
        "allow-origin": origin,
        "allow-credentials": "true",
        ...(exposed !== undefined && { "expose-headers": exposed }),
      })
      assert.is(answer.headers.vary, "Origin")
    }
  })

  test(`says nothing to any other origin with the ${what}, but that it depends`, async () => {
    for (const origin of [...STRANGE, undefined]) {
      const answer = await from(path, origin, asked)
      assert.equal([answer.status, said(answer), answer.headers.vary], [status, {}, "Origin"], origin)
    }
  })

  test(`sends a device the ${what} as ever, but for Vary`, async () => {
    const raw = async (port: number): Promise<string> => {
      const { method = "GET", headers = {}, body = "" } = asked as Asked
      const lines = [
        ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`),
        `Content-Length: ${body.length}`,
        "Connection: close",
      ]
      return (await exchange(port, head(path, method, ...lines) + String(body))).replace(/\r\nDate: [^\r]*/, "")
    }
    const [withOrigins, without] = [await raw(here.port), await raw(plain.port)]
    assert.match(without, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.is(withOrigins.replace("\r\nvary: Origin", ""), without)
    assert.is(withOrigins.length - without.length, "\r\nvary: Origin".length)
  })

  test(`says nothing with the ${what} where no origin is named`, async () => {
    for (const origin of [HOME, ...STRANGE]) {
      const answer = await ask(plain.port, path, {
        ...asked,
        headers: { ...("headers" in asked && asked.headers), origin },
      })
      assert.equal([answer.status, said(answer), answer.headers.vary], [status, {}, undefined])
    }
  })
}

test("names Origin beside what else an answer depends on", async () => {
  for (const origin of [HOME, undefined])
    assert.is((await from("/varied", origin)).headers.vary, "Origin, accept-language")
  assert.is((await ask(plain.port, "/varied")).headers.vary, "accept-language")
})

test("hands over the headers of a page of another origin as those of any caller", async () => {
  const { headers, body } = await from("/told", HOME)
  assert.equal(
    [
      headers.etag,
      headers["x-one"],
      headers["x-two"],
      headers["cache-control"],
      headers["content-length"],
      body.toString(),
    ],
    ['"v1"', "1", "2", "no-store", "4", "page"],
  )
})

const preflight = (path: string, method: string, wanted?: string | string[], origin: string = HOME): Promise<Answer> =>
  from(path, origin, {
    method: "OPTIONS",
    headers: {
      "access-control-request-method": method,
      ...(wanted !== undefined && { "access-control-request-headers": wanted }),
    },
  })

const ALLOWED = {
  "allow-origin": HOME,
  "allow-credentials": "true",
  "allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
  "max-age": "600",
}

for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "BREW", ""]) {
  test(`answers a preflight for ${method || "no method"} itself`, async () => {
    for (const path of ["/counted", "/plain", "/nowhere", "/closed", "/%zz"]) {
      const answer = await preflight(path, method, "content-type")
      assert.equal(
        [answer.status, answer.body.length, said(answer)],
        [204, 0, { ...ALLOWED, "allow-headers": "content-type" }],
        path,
      )
      assert.equal([answer.headers.vary, answer.headers["cache-control"]], ["Origin", "no-store"])
    }
    assert.is(handled, 0)
  })
}

for (const [wanted, allowed] of [
  [undefined, undefined],
  ["content-type", "content-type"],
  ["X-Device-Token", "X-Device-Token"],
  ["content-type,x-device-token", "content-type,x-device-token"],
  ["content-type , x_1", "content-type , x_1"],
  [" content-type ", "content-type"],
  [
    Array.from({ length: 400 }, (_, i) => `x-${i}`).join(","),
    Array.from({ length: 400 }, (_, i) => `x-${i}`).join(","),
  ],
  [["x-a", "x-b"], "x-a, x-b"],
  ["", undefined],
  [" ", undefined],
  [",", undefined],
  ["x-a,", undefined],
  [",x-a", undefined],
  ["x-a,,x-b", undefined],
  ["x-a x-b", undefined],
  ["*", undefined],
  ["x-a: 1", undefined],
  ["x-a;x-b", undefined],
  ['"x-a"', undefined],
  ["x-gr\u00f6\u00dfe", undefined],
  ["<script>", undefined],
  [`${"x-a ".repeat(1_000)}!`, undefined],
] as const) {
  test(`allows ${allowed === undefined ? "no header" : "the headers"} of ${JSON.stringify(wanted)?.slice(0, 60) ?? "a preflight that names none"}`, async () => {
    const answer = await preflight("/counted", "POST", wanted as string | string[] | undefined)
    assert.is(answer.status, 204)
    assert.equal(said(answer), { ...ALLOWED, ...(allowed !== undefined && { "allow-headers": allowed }) })
  })
}

test("answers a preflight of another origin as any call with a method that is not there", async () => {
  for (const origin of STRANGE) {
    const [known, unknown] = [
      await preflight("/counted", "POST", "content-type", origin),
      await preflight("/nowhere", "POST", "content-type", origin),
    ]
    assert.equal([known.status, known.headers.allow, said(known), known.headers.vary], [405, "POST", {}, "Origin"])
    assert.equal([unknown.status, said(unknown)], [404, {}])
  }
  for (const origin of [HOME, undefined]) {
    const headers = { "access-control-request-method": "POST", ...(origin !== undefined && { origin }) }
    const answer = await ask(plain.port, "/counted", { method: "OPTIONS", headers })
    assert.equal([answer.status, said(answer), answer.headers.vary], [405, {}, undefined])
  }
  assert.is(
    (await from("/counted", undefined, { method: "OPTIONS", headers: { "access-control-request-method": "POST" } }))
      .status,
    405,
    "without an origin",
  )
})

test("takes only OPTIONS for a preflight", async () => {
  const answer = await from("/told", HOME, {
    headers: { "access-control-request-method": "POST", "access-control-request-headers": "x-a" },
  })
  assert.equal([answer.status, answer.text()], [200, "page"])
  assert.equal(Object.keys(said(answer)).sort(), ["allow-credentials", "allow-origin", "expose-headers"])
})

test("goes on with the connection after a preflight, with a body or without", async () => {
  const asking = (...more: readonly string[]): string =>
    head("/counted", "OPTIONS", `Origin: ${HOME}`, "Access-Control-Request-Method: POST", ...more)
  const got = await exchange(
    here.port,
    `${asking()}${asking("Content-Length: 3")}abc${head("/plain", "GET", `Origin: ${HOME}`, "Connection: close")}`,
  )
  assert.equal(got.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 204", "HTTP/1.1 204", "HTTP/1.1 200"])
  assert.match(got, /page$/)
})

test.run()
