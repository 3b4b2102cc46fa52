// Installation test. Installs what pack.mjs has packed into FOLDER, starts the server there and requests the plugin's page. Then runs simulated
// devices, loads the pairing page and claims a device as an admin. Usage: node .ci/installed.mjs FOLDER
import { execFile, execFileSync, spawn, spawnSync } from "node:child_process"
import fs from "node:fs"
import http from "node:http"
import path from "node:path"
import { fileURLToPath } from "node:url"

const PORT = "3917"
/** Of a text model that always says the same. */
const MODEL_PORT = 3918
/**
 * Bytes of the packed server, at most: what it had when this was measured, and 5 %. Fonts are 5.4 MB of it, and what few
 * pages need is in packages/fonts-world. Pictures of the documents, source maps and comments of scripts are not packed.
 */
const MOST_PACKED = 7_730_000
const root = fileURLToPath(new URL("../", import.meta.url))
const folder = path.resolve(process.argv[2])
const npm = (cwd, ...args) =>
  execFileSync("npm", args, { cwd, stdio: ["ignore", "inherit", "inherit"], timeout: 600_000 })
const page = async (query) => fetch(`http://127.0.0.1:${PORT}${query}`, { signal: AbortSignal.timeout(30_000) })
const must = (holds, what) => {
  if (!holds) throw new Error(what)
}
const posted = async (call, body, token) => {
  const answer = await fetch(`http://127.0.0.1:${PORT}${call}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  return answer.json()
}

/** Loads the pairing page and every file to which it refers. */
async function pageIsWhole() {
  const seen = new Set(["/config"])
  for (const address of seen) {
    const answer = await page(address)
    const text = await answer.text()
    must(answer.status === 200 && text.length > 0, `${address} has status ${answer.status}`)
    for (const [, file] of text.matchAll(/(?:src="|href="|from ?"\.\/)(?:config\/)?([\w-]+\.(?:js|css))"/g))
      seen.add(`/config/${file}`)
  }
  must(seen.size > 5, `the page loads only ${[...seen].join(", ")}`)
}

/** Runs simulated devices against the server and claims one of them. */
async function devicesWork(cli, folder) {
  const run = (args, input = "") =>
    new Promise((resolve, reject) => {
      execFile(process.execPath, [cli, ...args], { cwd: folder, timeout: 120_000 }, (error, out) => {
        if (error) reject(error)
        else resolve(out)
      }).stdin.end(input)
    })
  const report = await run([
    "simulate",
    "--url",
    `http://127.0.0.1:${PORT}`,
    "--devices",
    "3",
    "--minutes",
    "1",
    "--speed",
    "20",
  ])
  must(
    /^pictures shown +[1-9]/m.test(report) && /^protocol violations +0$/m.test(report),
    `platen simulate reports failures:\n${report}`,
  )
  await run(["user", "add", "anna", "--admin", "--password-stdin"], "a long password\n")
  const { token } = await posted("/api/auth/login", { username: "anna", password: "a long password" })
  const bound = await posted("/api/user/devices", { mac: "0E:51:00:00:00:00" }, token)
  must(bound.status === "claimed", `the device is not claimed: ${JSON.stringify(bound)}`)
  must((await run(["device", "list"])).includes("anna"), "platen device list does not name the owner")
  await run(["backup", "backup.db"])
  must(fs.statSync(path.join(folder, "backup.db")).size > 0, "platen backup writes nothing")
}

/** The example with a dependency of its own: its source is read, its page drawn, and what is wrong said. */
function holidaysAreRead(cli, folder) {
  const page = (language, at, settings) =>
    execFileSync(
      process.execPath,
      [cli, "render", "HOLIDAYS", "--lang", language, "--at", at, "--set", JSON.stringify(settings), "--describe"],
      { cwd: folder, encoding: "utf8", timeout: 120_000, stdio: ["ignore", "pipe", "ignore"] },
    )
  for (const [language, at, settings, ...words] of [
    ["de", "2026-12-20T09:00Z", { country: "DE", region: "BE" }, "IN 5 TAGEN", "1. Weihnachtstag", "Frauentag"],
    ["de", "2026-12-20T09:00Z", { country: "DE" }, "1. Weihnachtstag", "Karfreitag"],
    ["en", "2026-12-25T09:00Z", { country: "fr" }, "TODAY", "Christmas Day"],
    ["zh", "2026-12-31T09:00Z", { country: "CN" }, "明天", "元旦"],
    ["en", "2026-12-20T09:00Z", {}, "Enter your country"],
  ]) {
    const text = page(language, at, settings)
    for (const word of words) must(text.includes(word), `HOLIDAYS has no "${word}" in ${language}:\n${text}`)
  }
  const spec = path.join(folder, "node_modules", "platen-plugin-holidays", "holidays.json")
  execFileSync(process.execPath, [cli, "lint-mode", spec], { cwd: folder, stdio: "inherit", timeout: 120_000 })
}

/** The package of fonts: with it the lint finds no fault with Khmer, and without it one. */
function fontsAreAdded(cli, folder) {
  const file = path.join(folder, "khmer.json")
  const mode = {
    spec: 1,
    id: "KHMER",
    title: { en: "Khmer" },
    fields: { line: { type: "text" } },
    content: { pool: { en: [{ line: "ភាសាខ្មែរ" }] } },
    view: { type: "column", padding: [40, "page"], children: [{ type: "text", text: "{{ line }}" }] },
  }
  fs.writeFileSync(file, JSON.stringify(mode))
  const lint = (cwd) =>
    spawnSync(process.execPath, [cli, "lint-mode", file], { cwd, encoding: "utf8", timeout: 120_000 })
  const elsewhere = fs.mkdtempSync(path.join(folder, "without-"))
  const [found, none] = [lint(elsewhere), lint(folder)]
  must(
    /platen-fonts-world/.test(found.stdout + found.stderr),
    `Khmer without the package:\n${found.stdout}${found.stderr}`,
  )
  must(none.status === 0 && !/platen-fonts-world/.test(none.stdout), `Khmer with it:\n${none.stdout}${none.stderr}`)
}

/** The example that asks a text model over the AI SDK. */
async function modelsAreAsked(cli, folder) {
  const said = {
    choices: [{ index: 0, message: { role: "assistant", content: '{"words":"Hello"}' }, finish_reason: "stop" }],
  }
  const model = http.createServer((request, response) => {
    request.resume().on("end", () => {
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify({ ...said, usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 } }))
    })
  })
  await new Promise((resolve) => {
    model.listen(MODEL_PORT, "127.0.0.1", resolve)
  })
  try {
    const out = await new Promise((resolve, reject) => {
      execFile(process.execPath, [cli, "models", "try", "ai"], { cwd: folder, timeout: 120_000 }, (error, text) => {
        if (error) reject(error)
        else resolve(text)
      })
    })
    must(out.includes("ai/test: Hello (13 tokens)"), `platen models try says:\n${out}`)
  } finally {
    model.close()
  }
}

/** Does it again where it fails, twice at most: a registry may list a version some minutes before it hands it out. */
async function again(work) {
  for (let tries = 1; ; tries++) {
    try {
      return work()
    } catch (error) {
      if (tries === 3) throw error
      await new Promise((resolve) => {
        setTimeout(resolve, 20_000)
      })
    }
  }
}

let server
try {
  fs.writeFileSync(
    path.join(folder, "package.json"),
    JSON.stringify({ private: true, allowScripts: { sqlite3: true } }),
  )
  const packed = fs.readdirSync(folder).filter((name) => name.endsWith(".tgz"))
  const { size } = fs.statSync(
    path.join(
      folder,
      packed.find((name) => /^platen-\d/.test(name)),
    ),
  )
  process.stdout.write(`packed: ${size} bytes\n`)
  must(size <= MOST_PACKED, `the packed server has ${size} bytes, at most ${MOST_PACKED} are let be`)
  // As an installation with a lockfile: without development dependencies. What sqlite3's install script compiles, npm ci of the project itself
  // has just compiled from the same version, as is checked below: a minute of the processor.
  await again(() => {
    fs.rmSync(path.join(folder, "package-lock.json"), { force: true })
    npm(folder, "install", "--package-lock-only", "--no-audit", "--no-fund", ...packed.map((name) => `./${name}`))
    npm(folder, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
  })
  const compiled = "node_modules/sqlite3/build/Release/node_sqlite3.node"
  fs.cpSync(path.join(root, compiled), path.join(folder, compiled))
  const engines = (from) =>
    fs
      .readdirSync(path.join(from, "node_modules"), { recursive: true, encoding: "utf8" })
      .filter((file) => /(^|node_modules\/)sqlite3\/package\.json$/.test(file))
      .map((file) => JSON.parse(fs.readFileSync(path.join(from, "node_modules", file), "utf8")).version)
  must(
    engines(folder).length === 1 && engines(folder)[0] === engines(root)[0],
    `dependents get sqlite3 ${engines(folder).join(" and ")}, but the tests ran with ${engines(root).join(" and ")}`,
  )
  fs.writeFileSync(
    path.join(folder, "platen.yaml"),
    `server: { port: ${PORT}, host: 127.0.0.1, logLevel: warn, lanHosts: [127.0.0.1:${MODEL_PORT}] }
plugins:
  platen-fonts-world: {}
  platen-plugin-moon: {}
  platen-plugin-holidays: {}
  platen-plugin-ai: { baseUrl: "http://127.0.0.1:${MODEL_PORT}/v1", model: test }
`,
  )
  const cli = path.join(folder, "node_modules", "platen", "dist", "kernel", "cli.js")
  server = spawn(process.execPath, [cli, "serve"], { cwd: folder, stdio: "inherit" })
  // Whoever ends this script ends the server with it: the next run would speak to that one.
  for (const signal of ["SIGTERM", "SIGINT"])
    process.once(signal, () => {
      server.kill("SIGKILL")
      process.exit(1)
    })
  // Its first start unpacks every font, 5 s of a processor that four test files share: only a server that has ended or hangs is given up.
  let health = "no answer"
  for (const end = Date.now() + 300_000; health !== "200" && server.exitCode === null && Date.now() < end;) {
    health = await page("/api/health").then(
      async (answer) => (answer.ok ? "200" : `${answer.status} ${await answer.text()}`),
      (error) => String(error.cause ?? error),
    )
    if (health !== "200")
      await new Promise((resolve) => {
        setTimeout(resolve, 100)
      })
  }
  must(
    health === "200" && server.exitCode === null,
    `the packed server does not start: exit code ${server.exitCode}, its health: ${health}`,
  )
  const answer = await page("/api/render?persona=MOON_PHASE")
  const bytes = Buffer.from(await answer.arrayBuffer())
  must(
    answer.status === 200 && bytes.length === 15_662 && !answer.headers.has("x-render-error"),
    `the plugin's page has status ${answer.status} and ${bytes.length} bytes`,
  )
  // Beside the tests the processors are busy, and the server may say so instead of having a stranger wait: it is asked again, as a screen does.
  let photo = await page("/api/render?persona=MY_ADAPTIVE")
  for (let attempts = 0; attempts < 20 && photo.headers.get("x-render-error") === "draw-busy"; attempts++) {
    await new Promise((resolve) => {
      setTimeout(resolve, 3_000)
    })
    photo = await page("/api/render?persona=MY_ADAPTIVE")
  }
  must(
    photo.status === 200 && !photo.headers.has("x-render-error"),
    `a page with a picture fails with ${photo.headers.get("x-render-error")}`,
  )
  await pageIsWhole()
  execFileSync(process.execPath, [cli, "render", "MOON_PHASE", "-o", "moon.png"], {
    cwd: folder,
    stdio: "inherit",
    timeout: 120_000,
  })
  must(fs.statSync(path.join(folder, "moon.png")).size > 200, "platen render draws nothing")
  fontsAreAdded(cli, folder)
  holidaysAreRead(cli, folder)
  await modelsAreAsked(cli, folder)
  await devicesWork(cli, folder)
  const left = new Promise((resolve) => {
    server.once("exit", resolve)
  })
  server.kill("SIGTERM")
  must((await left) === 0, "the packed server does not exit with code 0")
  process.stdout.write("packed, installed, started: the plugin's page is drawn, simulated devices work\n")
} finally {
  server?.kill("SIGKILL")
}
