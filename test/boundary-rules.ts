import path from "node:path"

/** A source file: its path from the root, "kernel/http/table.ts", and what is in it. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** What breaks a rule: one line each, beginning with the path. */
export type Rule = (files: readonly SourceFile[]) => string[]

const PURE_NODE = new Set(["node:crypto", "node:path", "node:url", "node:util", "node:zlib"])
/** Each is known to one file of the kernel, so that it can be replaced there. */
const ONE_FILE = [
  "bidi-js",
  "harfbuzzjs",
  "linebreak",
  "lru-cache",
  "lv_font_conv",
  "pino",
  "polka",
  "reflect-metadata",
  "sirv",
  "tsyringe",
  "undici",
  "yaml",
  "yoga-layout",
]
/** The one package that two files of a folder share: the store and its lock. */
const ONE_FOLDER: Readonly<Record<string, string>> = { "@keyv/sqlite": "kernel/storage/" }
const BANNED_NAMES = /^(utils?|helpers?|common|shared|managers?|types)$/
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** Of a code file, as oxfmt sets it. */
const MAX_LINES = 350

const STRING = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/
const STRING_OR_COMMENT = new RegExp(`(${STRING.source})|//[^\\n]*|/\\*[\\s\\S]*?\\*/`, "g")

const code = (text: string): string =>
  text.replaceAll(STRING_OR_COMMENT, (_, string: string | undefined) => string ?? " ")
const bare = (text: string): string => code(text).replaceAll(new RegExp(STRING, "g"), '""')

/** The specifiers of all imports and re-exports, `import("...")` and `require("...")` among them. */
export function imports(text: string): string[] {
  const statements = /^\s*(?:import|export)\b(?:[^"'`;]*?\bfrom)?\s*["']([^"']+)["']/gm
  const calls = /\b(?:import|require)\(\s*["'`]([^"'`]+)["'`]/g
  return [...code(text).matchAll(statements), ...code(text).matchAll(calls)].map(([, specifier]) => specifier!)
}

/** "kernel/http" of a relative import, else undefined. */
function targetOf(file: string, specifier: string): string | undefined {
  return specifier.startsWith(".") ? path.posix.join(path.posix.dirname(file), specifier) : undefined
}

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")
const isPackage = (specifier: string): boolean =>
  !specifier.startsWith(".") && !specifier.startsWith("node:") && packageOf(specifier) !== "platen"
const under =
  (folder: string) =>
  ({ path: file }: SourceFile): boolean =>
    file.startsWith(`${folder}/`)

/** Files of a folder that import what `allowed` does not let them. */
function onlyImports(
  folder: string,
  allowed: (specifier: string, target: string | undefined, file: string) => boolean,
): Rule {
  return (files) =>
    files.filter(under(folder)).flatMap(({ path: file, text }) =>
      imports(text)
        .filter((specifier) => !allowed(specifier, targetOf(file, specifier), file))
        .map((specifier) => `${file} imports ${specifier}`),
    )
}

/** The folder that a plugin or a mode may look around in: "plugins/pages/frame", "modes/calendar". */
const ownFolder = (file: string): string =>
  file
    .split("/")
    .slice(0, file.startsWith("plugins/") ? 3 : 2)
    .join("/")

const contributes = (folder: string): Rule =>
  onlyImports(folder, (specifier, target, file) =>
    target === undefined
      ? /^platen\/sdk(\/(mode|http|device|drawing|sources|models|screens-file|doctor|servers|kit))?$/.test(specifier) ||
        PURE_NODE.has(specifier) ||
        isPackage(specifier)
      : target.startsWith(`${ownFolder(file)}/`),
  )

function importersOf(files: readonly SourceFile[]): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const { path: file, text } of files.filter(under("kernel"))) {
    for (const name of new Set(imports(text).filter(isPackage).map(packageOf)))
      importers.set(name, [...(importers.get(name) ?? []), file])
  }
  return importers
}

/** Files outside `allowed` in whose code (strings and comments left out) the pattern occurs. */
function never(pattern: RegExp, what: string, allowed: readonly string[]): Rule {
  return (files) =>
    files
      .filter(
        ({ path: file, text }) => !/^(test|bench)\//.test(file) && !allowed.includes(file) && pattern.test(bare(text)),
      )
      .map(({ path: file }) => `${file} uses ${what}`)
}

/** Files whose timers are not those of the server's clock. */
const REAL_TIMERS = [
  "kernel/clock.ts",
  // The processor time of another process is looked at while it passes.
  "kernel/work/child.ts",
  // As with Node's own timeouts, the connection of a slow sender is closed.
  "kernel/http/body.ts",
  // Another process holds the file.
  "plugins/operation/storage-sqlite/sqlite.ts",
  // Clients of a server, in a process or a browser of their own.
  "plugins/tools/simulator/byte-stream.ts",
  "plugins/tools/simulator/time.ts",
  "plugins/inksight/page-pairing/browser/calling.ts",
  "plugins/inksight/page-pairing/browser/main.ts",
  "plugins/console/console/browser/kit/browser.ts",
]

/** Where real time counts in tests, and why. */
const TIMED: Readonly<Record<string, string>> = {
  "test/siege/": "the long attacks last for so many minutes",
  "test/serving.ts": "a server in a process of its own has the system's clock",
  "test/many/": "servers that are killed are processes of their own, with the system's clock",
  "test/hostile/pulse": "the watch over a server that is attacked asks it again and again",
  "test/runner/": "the runner ends what hangs, and says how long each file takes",
  "test/until.ts": "the one helper that waits, until something holds",
  "test/kernel/http/slow.test.ts": "the timeouts of Node's own server, which has no other clock",
}
/** A clock or a timer of the system: it says how loaded the machine is, or waits for what may be late. */
const REAL_TIME =
  /\b(?:performance|Date)\s*\.\s*now\b|\bhrtime\b|(?<!\.)\bset(?:Timeout|Interval)\b|\bAbortSignal\s*\.\s*timeout\b/

const measuresTime: Rule = (files) =>
  files
    .filter(under("test"))
    .filter(
      ({ path: file, text }) => !Object.keys(TIMED).some((each) => file.startsWith(each)) && REAL_TIME.test(bare(text)),
    )
    .map(({ path: file }) => `${file} has a clock or a timer of its own`)

/** Tests that start Platen in a process of its own, which takes a second or more, and what only a process shows. */
const STARTS: Readonly<Record<string, string>> = {
  "test/child.ts": "has what starts it",
  "test/served.ts": "a server that is killed",
  "test/kernel/http/stop.test.ts": "signals while an answer is under way",
  "test/kernel/cli/commands.test.ts": "the first lines of the binary; its environment, exit code and standard error",
  "test/kernel/cli/user.test.ts": "two processes at one store, and standard input",
  "test/plugins/tools/workbench/plugins.test.ts": "a log that is written to a descriptor",
  "test/hostile/command-line.test.ts": "a pipe that is closed at the other end",
}

/** `binary` of test/child.ts, and where the built server is. */
const startsBinary: Rule = (files) =>
  files
    .filter(under("test"))
    .filter(
      ({ path: file, text }) => STARTS[file] === undefined && /^import \{[^}]*\b(?:binary|BUILT)\b/m.test(bare(text)),
    )
    .map(({ path: file }) => `${file} starts the binary`)

/** "device.paired": a noun, and a verb in the past tense. */
const PAST = /^(?:[a-z]+(?:-[a-z]+)*|\$\{name\})\.(?:[a-z-]+ed|undone|broken|timed-out|uncaught)$/

/** Where tests may know how devices are kept: those of the store, of the host, and of the plugin that keeps devices; and the two files that everybody else asks: of a server that runs, and for parts of plugins without one. Tries are kept in a store, too. */
const KEEPS_DEVICES =
  /^test\/(testing\/|kernel\/(storage\/|plugins\/hosting\.ts$)|plugins\/(operation\/storage-sqlite\/|devices\/devices[/.]|known-devices\.ts$|devices\/render\/two-calls\.test\.ts$|people\/accounts\/setting\.ts$)|editions\/stored\.ts$)/
/** The service of devices, a store by itself, and the shape of a device. */
const DEVICE_ROWS = /\bDEVICES\b|\bstoreOf\(|\bdevices(?:\(\))?\s*\.update\(/
const DEVICE_SHAPE = /^import \{[^}]*\bdevice\b[^}]*\} from "platen\/sdk\/device"/m

/** A test that makes up a device, or reads it where it is kept, fails with every change of how devices are kept: it drives one over HTTP. */
const buildsDevices: Rule = (files) =>
  files
    .filter(under("test"))
    .filter(
      ({ path: file, text }) =>
        !KEEPS_DEVICES.test(file) && (DEVICE_ROWS.test(bare(text)) || DEVICE_SHAPE.test(code(text))),
    )
    .map(({ path: file }) => `${file} knows how devices are kept`)

/** `fetch` with nobody's name before it, in a file that was not handed one. */
const globalFetch: Rule = (files) =>
  files
    .filter(({ path: file, text }) => {
      const plain = bare(text)
      const handed = /\b(?:const|let|function|async function)\s+fetch\b|[{,(]\s*fetch\s*[,:})=?]/.test(plain)
      return (
        !/^(test|bench)\//.test(file) &&
        (/\bglobalThis\.fetch\b/.test(plain) || (!handed && /(?<![.\w])fetch\(/.test(plain)))
      )
    })
    .map(({ path: file }) => `${file} uses the global fetch`)

/** Ids of built-in modes and editions, read from where they are defined. */
function builtInIds(files: readonly SourceFile[]): {
  readonly modes: readonly string[]
  readonly areas: readonly string[]
} {
  const modes = files
    .filter(under("modes"))
    .flatMap(({ path: file, text }) =>
      [
        ...text.matchAll(
          file.endsWith(".json") ? /^ {2}"id": "([A-Z][A-Z0-9_]+)"/gm : /^ {2}id: "([A-Z][A-Z0-9_]+)"/gm,
        ),
      ].map(([, id]) => id!),
    )
  const areas = files.flatMap(({ path: file }) => /^plugins\/inksight\/edition-([a-z0-9-]+)\//.exec(file)?.[1] ?? [])
  return { modes, areas: [...new Set([...areas, "core", "extended"])] }
}

const namesNothing: Rule = (files) => {
  const { modes, areas } = builtInIds(files)
  return files
    .filter((file) => under("kernel")(file) || under("sdk")(file))
    .flatMap(({ path: file, text }) =>
      [
        ...modes.filter(
          (id) =>
            new RegExp(`\\b${id}\\b`).test(text) &&
            !(file === "kernel/config.ts" && id === "DAILY") &&
            // A question to a source may have the name of a mode that asks it.
            !file.startsWith("sdk/sources/") &&
            // A constant of the file's own is no mode.
            !new RegExp(`^const ${id} = `, "m").test(text),
        ),
        ...areas.filter((id) => code(text).includes(`"${id}"`)),
      ].map((id) => `${file} names ${id}`),
    )
}

/** Files that import one another's values, by whatever way round: what runs first depends on who is asked first. */
const circles: Rule = (files) => {
  const VALUES = /^(?:import(?! type\b)|export)\s[^"';]*?from\s+"([^"]+)"/gm
  const byPath = new Map(files.map((each) => [each.path, each]))
  const fileOf = (from: string, specifier: string): string =>
    specifier.startsWith("platen/sdk")
      ? `${specifier.slice("platen/".length)}/index.ts`
      : (targetOf(from, specifier) ?? "").replace(/\.js$/, ".ts")
  const next = (file: SourceFile): readonly SourceFile[] =>
    [...code(file.text).matchAll(VALUES)].flatMap(([, specifier]) => byPath.get(fileOf(file.path, specifier!)) ?? [])
  const [found, open, done] = [new Set<string>(), [] as string[], new Set<string>()]
  const visit = (file: SourceFile): void => {
    if (open.includes(file.path)) found.add([...open.slice(open.indexOf(file.path)), file.path].join(" -> "))
    if (done.has(file.path)) return
    done.add(file.path)
    open.push(file.path)
    next(file).forEach(visit)
    open.pop()
  }
  files.forEach(visit)
  return [...found]
}

export const rules = {
  "no file imports values in a circle": circles,
  "sdk imports itself and zod": onlyImports(
    "sdk",
    (specifier, target) => specifier === "zod" || target?.startsWith("sdk/") === true,
  ),
  "kernel imports itself, the contract, node: and packages": onlyImports("kernel", (specifier, target) =>
    target === undefined
      ? /^platen\/sdk(\/(mode|http|device|drawing|sources|models|screens-file|doctor|servers|kit))?$/.test(specifier) ||
        specifier.startsWith("node:") ||
        isPackage(specifier)
      : target.startsWith("kernel/"),
  ),
  "plugins import their own folder, the contract, packages and pure node: modules": contributes("plugins"),
  "modes import their own folder, the contract, packages and pure node: modules": contributes("modes"),
  "each package is known to one file of the kernel": (files) =>
    [...importersOf(files)].flatMap(([name, importers]) =>
      ONE_FOLDER[name] === undefined
        ? importers.length > 1
          ? [`${importers.join(" and ")} import ${name}`]
          : []
        : importers.filter((file) => !file.startsWith(ONE_FOLDER[name]!)).map((file) => `${file} imports ${name}`),
    ),
  "each port of the kernel has its package": (files) =>
    ONE_FILE.filter((name) => importersOf(files).get(name)?.length !== 1).map(
      (name) => `kernel imports ${name} ${importersOf(files).get(name)?.length ?? 0} times`,
    ),
  "the environment is read in one place": never(
    /\bprocess\s*\.\s*env\b|\benv\b[^=;\n]*\}\s*=\s*process\b/,
    "process.env",
    ["kernel/config.ts"],
  ),
  "the clock is handed in": never(/\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)/, "the clock", [
    "kernel/clock.ts",
    // A client of a server, in a browser.
    "plugins/console/console/browser/kit/browser.ts",
  ]),
  "timers are handed in": never(
    /(?<!\.)\bset(?:Timeout|Interval)\b|\bAbortSignal\s*\.\s*timeout\b/,
    "a timer of its own",
    REAL_TIMERS,
  ),
  "a race holds nothing": never(/\bPromise\s*\.\s*(?:race|any)\b/, "Promise.race: see sdk/timers.ts", []),
  "chance is handed in": never(/\bMath\.random\b|\}\s*=\s*Math\b/, "chance", ["kernel/main.ts"]),
  "the way out is handed in": globalFetch,
  "tests measure no time": measuresTime,
  "tests run commands in process": startsBinary,
  "tests do not build device documents": buildsDevices,
  "the kernel knows no mode and no edition by name": namesNothing,
  "the kernel knows none of the ideas of its plugins": (files) =>
    files
      .filter(under("kernel"))
      .filter(({ text }) => /\b(?:strateg(?:y|ies)|firmwares?|habits?|memos?)\b/i.test(text))
      .map(({ path: file }) => `${file} speaks of what a plugin does`),
  "the kernel and the SDK know no edition": (files) =>
    files
      .filter(({ path: file }) => /^(?:kernel|sdk)\//.test(file))
      .filter(({ text }) => /\b(?:editions?|persona)\b/i.test(text))
      .map(({ path: file }) => `${file} speaks of an edition`),
  "no condition names an area": (files) =>
    files
      .filter(({ path: file }) => /^(?:kernel|sdk|plugins|modes)\//.test(file))
      .filter(({ text }) => /(?:[!=]==\s*|includes\()"(?:core|extended)"|"(?:core|extended)"\s*[!=]==/.test(code(text)))
      .map(({ path: file }) => `${file} behaves otherwise in one area`),
  "log events say in the past tense what has happened": (files) =>
    files
      .filter(({ path: file }) => /^(?:kernel|plugins|sdk|modes)\//.test(file))
      .flatMap(({ path: file, text }) =>
        [...text.matchAll(/\blog(?:\.\w+|\[[^\]]*\])*\(\s*\{[\s\S]{0,400}?\},\s*(["`])([^"`]*)\1,?\s*\)/g)]
          .map(([, , event]) => event!)
          .filter((event) => !PAST.test(event))
          .map((event) => `${file} logs "${event}"`),
      ),
  "names are kebab-case": (files) =>
    files.flatMap(({ path: file }) =>
      file
        .split("/")
        .map((part) => part.replace(/(\.test|\.d)?\.(tsx?|json)$/, ""))
        .filter((part) => !KEBAB.test(part))
        .map((part) => `${file}: ${part}`),
    ),
  "names say something": (files) =>
    files.flatMap(({ path: file }) =>
      file
        .split("/")
        .map((part) => part.replace(/\..*$/, ""))
        .filter((part) => BANNED_NAMES.test(part))
        .map((part) => `${file}: ${part}`),
    ),
  "files are short": (files) =>
    files.flatMap(({ path: file, text }) => {
      const lines = text.replace(/\n$/, "").split("\n").length
      return file.endsWith(".ts") && !file.startsWith("test/") && lines > MAX_LINES
        ? [`${file} has ${lines} lines`]
        : []
    }),
} as const satisfies Readonly<Record<string, Rule>>

/** Lines of a function from its head to its closing bracket, as oxfmt sets them. */
const LONG = 50
const HEAD =
  /^(\s*)(?!(?:if|for|while|switch|else|catch|try|do|class|interface|type|\}\s*(?:else|catch)))(?:\S.*)?(?:=>|\)|\): .+|\bfunction\b.*) \{$/

/** Functions of more than 50 lines, as "file:line". */
export function longFunctions(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path: file, text }) => {
    const lines = text.split("\n")
    return lines.flatMap((line, i) => {
      const indent = HEAD.exec(line)?.[1]
      if (indent === undefined) return []
      const end = lines.findIndex((each, at) => at > i && each.startsWith(`${indent}}`))
      return end - i + 1 > LONG ? [`${file}:${i + 1}`] : []
    })
  })
}
