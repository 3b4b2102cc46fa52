import { readdirSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import path from "node:path"
import { PNG } from "pngjs"
import { BadInput } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import simulate from "../../../../plugins/tools/simulator/command.js"
import { folderWith } from "../../../folder.js"
import type { Answer } from "../../../kernel/http/ask.js"
import { platen } from "../../../platen.js"
import { openExtended } from "../../../editions/extended-stage.js"
import { isSentence } from "../../../refused.js"

const test = suite("platen simulate")

async function run(
  args: readonly string[],
  onOut: (all: string) => void = () => {},
): Promise<{ readonly code: number; readonly out: string }> {
  let out = ""
  const code = await simulate.run(
    args,
    {
      out: (text) => {
        out += text
        onOut(out)
      },
      error: (text) => {
        out += text
      },
      ask: () => Promise.reject(new Error("it asks")),
    },
    async () => ({}),
  )
  return { code, out }
}

test("runs devices of every panel against a server, and prints statistics", async () => {
  const extended = await openExtended()
  const { code, out } = await run([
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
  assert.equal(
    [value("wakes"), value("pictures shown"), value("errors"), value("protocol violations")],
    ["8", "8", "0", "0"],
  )
  assert.ok(Number(value("requests")) >= 8 * 6, out)
  assert.ok(Number(value("bytes")) > 15_662 + 30_000 + 5_182 + 9_472 + 40_382 + 77_760 + 48_062 + 96_000, out)
  for (const part of [50, 95, 99]) assert.match(value(`latency p${part}`), /^\d+\.\d ms$/)
})

for (const firmware of ["2026-04", "2026-07"]) {
  test(`prints the code of a device with firmware of ${firmware}, and keeps its pictures in a folder`, async () => {
    const [extended, folder] = [await openExtended(), folderWith()]
    const url = `http://127.0.0.1:${extended.port}`
    const pictures = path.join(folder, "screens")
    const person = await extended.person()
    let bound: Promise<unknown> | undefined
    const { code, out } = await run(
      ["--url", url, "--minutes", "1", "--speed", "20", "--firmware", firmware, "--show", "--folder", pictures],
      // The person types the code that was printed once the first picture is there.
      (text) => {
        const typed = /pairing code is (\d{6})/.exec(text)?.[1]
        if (bound === undefined && typed !== undefined && text.includes("-001.png"))
          bound = extended.post("/api/user/devices", { pair_code: typed, mac: "0E:51:00:00:00:00" }, person.headers)
      },
    )
    assert.equal((await bound) && ((await bound) as Answer).status, 200, out)
    await extended.close()
    assert.is(code, 0, out)
    assert.match(
      out,
      new RegExp(
        `^0E:51:00:00:00:00, 400 x 300, black and white: its pairing code is \\d{6}; type it at ${url}/config\n`,
      ),
    )
    const files = readdirSync(pictures).sort()
    assert.equal(files, ["0E-51-00-00-00-00-001.png", "0E-51-00-00-00-00-002.png"], "the pairing page and its owner's")
    for (const file of files) {
      const { width, height, data } = PNG.sync.read(readFileSync(path.join(pictures, file)))
      assert.equal([width, height, new Set(data).size], [400, 300, 2])
      assert.match(out, `0E:51:00:00:00:00 shows ${path.join(pictures, file)}\n`)
    }
  })
}

/** A server that gives the same response to every request. */
async function serverWith(status: number, body: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(status, { "content-length": body.length }).end(body)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    close: () => {
      server.close()
    },
  }
}

test("exits with 1, and names the request, when a response violates the protocol", async () => {
  const { url, close } = await serverWith(200, `{"token": "abc"}`)
  const { code, out } = await run(["--url", url, "--devices", "3", "--minutes", "0.5", "--speed", "50"])
  close()
  assert.is(code, 1)
  assert.match(out, /^protocol violations +3\n {2}token: "token" is "abc", but the firmware finds ""; .+ 3\n/m)
})

test("exits with 1, and counts errors by their reason, when no device shows a picture", async () => {
  const { url, close } = await serverWith(503, "{}")
  const { code, out } = await run(["--url", url, "--devices", "1", "--minutes", "0.1", "--speed", "10"])
  close()
  assert.is(code, 1)
  assert.match(out, /^errors +3\n {2}\/api\/device\/MAC\/token 503 +3\n/m)
  const last = out.trimEnd().split("\n").at(-1)!
  isSentence(last)
  assert.is(last, `No device received a picture from ${url}: check that the address is a platen server.`)
})

test("exits with 1 and prints one sentence when the server does not accept connections", async () => {
  const { url, close } = await serverWith(200, "")
  close()
  for (const address of [url, url.replace("127.0.0.1", "localhost")]) {
    const { code, stdout, stderr } = await platen(["simulate", "--url", address])
    assert.equal([code, stdout], [1, ""])
    isSentence(stderr.trimEnd())
    assert.match(stderr, `platen simulate: The server at ${address} does not accept connections (`)
    assert.match(stderr, /ECONNREFUSED.*\): start it, or correct --url\.\n$/)
  }
})

for (const args of [[], ["--url", "http://h", "--devices", "0"], ["--url", "http://h", "--nope"], ["http://h"]]) {
  test(`exits with 2 and prints one line for the arguments "${args.join(" ")}"`, async () => {
    const { code, stdout, stderr } = await platen(["simulate", ...args])
    assert.equal([code, stdout, stderr.split("\n").length], [2, "", 2], stderr)
    assert.match(stderr, /^platen simulate: /)
  })
}

for (const [args, message] of [
  [[], /--url/],
  [["--url", "localhost:3000"], /--url localhost:3000 is not an HTTP address/],
  [["--url", "https://example.org"], /write it as http:\/\/HOST:PORT\.$/],
  [["--url", "http://h", "--devices", "0"], /--devices 0 is out of range/],
  [["--url", "http://h", "--devices", "2.5"], /--devices 2\.5 is not a whole number/],
  [["--url", "http://h", "--minutes=-1"], /--minutes -1/],
  [["--url", "http://h", "--firmware", "2026-05"], /--firmware 2026-05 is not known: write 2026-04 or 2026-07\.$/],
  [["--url", "http://h", "--folder", "x"], /add --show\.$/],
  [["--url", "http://h", "--speed", "fast"], /--speed fast is out of range: write a number from 1 to 1000\.$/],
] as const) {
  test(`rejects ${args.join(" ") || "missing options"}`, async () => {
    await run(args).then(
      () => assert.unreachable("the command accepts it"),
      (error: Error) => {
        assert.instance(error, BadInput)
        isSentence(error.message)
        assert.match(error.message, message)
      },
    )
  })
}

test.run()
