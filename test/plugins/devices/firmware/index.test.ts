import { SetupError } from "platen/sdk"
import { redacted } from "platen/sdk/kit"
import { openStage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import firmware from "../../../../plugins/devices/firmware/index.js"

const test = suite("plugins/devices/firmware")

for (const [config, sentence] of [
  [{ repository: "acme" }, "repository in platen.yaml: must be owner/name, such as acme/firmware."],
  [{ repository: "acme/../x" }, "repository"],
  [{ repository: "../x" }, "repository"],
  [{ repository: "acme/.." }, "repository"],
  [{ repository: "a/b?c" }, "repository"],
  [{ repository: "" }, "repository"],
  [{ endpoint: "ftp://example.org" }, "endpoint in platen.yaml: must be a URL that begins with http:// or https://."],
  [
    { endpoint: "https://u:p@example.org" },
    "endpoint in platen.yaml: must not contain a user name or password: use the token.",
  ],
  [
    { endpoint: "https://example.org?a=b" },
    "endpoint in platen.yaml: must not have a query or fragment: remove everything from ? or #.",
  ],
  [{ backend: "example.org" }, "backend"],
  [{ backend: "https://example.org/#x" }, "backend"],
  [{ token: "" }, "token"],
  [{ cacheMinutes: 0 }, "cacheMinutes"],
  [{ name: "" }, "name"],
  [
    { repo: "acme/x" },
    'has the fields "repository", "endpoint", "token", "name", "cacheMinutes", "assetPattern", "backend"',
  ],
] as const) {
  test(`stops the start for ${JSON.stringify(config)}`, async () => {
    const error = await openStage({ config: { firmware: config } }).then(
      () => undefined,
      (thrown: unknown) => thrown as SetupError,
    )
    assert.instance(error, SetupError)
    assert.ok(error!.message.includes("plugins.firmware") && error!.message.includes(sentence), error!.message)
  })
}

test("takes whole addresses, with a path and without", () => {
  for (const address of ["https://git.example.org/api/v1", "http://nas.local:3000/", "https://git.example.org/@acme"])
    assert.is(firmware.config!.safeParse({ endpoint: address, backend: address }).success, true, address)
  assert.equal(firmware.config!.parse({}), { endpoint: "https://api.github.com", name: "Platen", cacheMinutes: 10 })
})

test("keeps its credentials out of sight", () => {
  assert.equal(
    redacted(firmware.config!, { repository: "acme/x", token: "secret", backend: "https://u:p@example.org" }),
    { repository: "acme/x", token: "[secret]", backend: "[secret]" },
  )
})

test.run()
