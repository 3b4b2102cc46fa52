import { createServer } from "node:http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { simulate } from "../../../kernel/cli/simulate.js"
import { openExtended } from "../../editions/extended-stage.js"

const test = suite("platen simulate")

async function simulating(args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  let out = ""
  const code = await simulate.run(args, {
    out: (text) => {
      out += text
    },
    ask: () => Promise.reject(new Error("it asks")),
  })
  return { code, out }
}

test("lets devices of every panel live with a server, and says how they fared", async () => {
  const extended = await openExtended()
  const { code, out } = await simulating([
    "--url",
    `http://127.0.0.1:${extended.port}/`,
    "--devices",
    "8",
    "--minutes",
    "1",
    "--speed",
    "20",
  ])
  await extended.close()
  assert.is(code, 0, out)
  const value = (name: string): string => new RegExp(`^${name} +(.+)$`, "m").exec(out)?.[1] ?? out
  assert.match(out, /^8 devices, 1 minute\n/)
  assert.equal([value("wakes"), value("pictures shown"), value("errors"), value("choked")], ["8", "8", "0", "0"])
  assert.ok(Number(value("calls")) >= 8 * 6, out)
  assert.ok(Number(value("bytes")) > 15_662 + 30_000 + 5_182 + 9_472 + 40_382 + 77_760 + 48_062 + 96_000, out)
  for (const part of [50, 95, 99]) assert.match(value(`latency p${part}`), /^\d+\.\d ms$/)
})

test("exits with 1, and says where, when devices have choked", async () => {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "content-length": 16 }).end(`{"token": "abc"}`)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const { code, out } = await simulating([
    "--url",
    `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    "--devices",
    "3",
    "--minutes",
    "0.5",
    "--speed",
    "50",
  ])
  server.close()
  assert.is(code, 1)
  assert.match(out, /^choked +3\n {2}token: "token" is "abc", and the firmware reads "" +3\n/m)
})

test("counts what failed by its reason, and fails against a port where nobody listens", async () => {
  const { code, out } = await simulating([
    "--url",
    "http://127.0.0.1:9",
    "--devices",
    "1",
    "--minutes",
    "0.1",
    "--speed",
    "10",
  ])
  assert.is(code, 1)
  assert.match(out, /No device was shown a page: see that the server at http:\/\/127\.0\.0\.1:9 runs\.\n$/)
  assert.match(out, /^errors +3\n {2}\/api\/device\/MAC\/token .*ECONNREFUSED.* 3\n/m)
})

for (const [args, message] of [
  [[], /--url/],
  [["--url", "localhost:3000"], /--url localhost:3000 is no address/],
  [["--url", "https://example.org"], /write http:\/\/HOST:PORT/],
  [["--url", "http://h", "--devices", "0"], /--devices 0 is out of range/],
  [["--url", "http://h", "--devices", "2.5"], /--devices 2\.5 is no number of devices/],
  [["--url", "http://h", "--minutes=-1"], /--minutes -1/],
  [["--url", "http://h", "--speed", "fast"], /--speed fast is out of range: write a number from 1 to 1000\.$/],
] as const) {
  test(`refuses ${args.join(" ") || "nothing"}`, async () => {
    await simulating(args).then(
      () => assert.unreachable("it took it"),
      ({ message: said }: Error) => assert.match(said, message),
    )
  })
}

test.run()
