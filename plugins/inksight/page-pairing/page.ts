import { wordsIn } from "./browser/words.js"
import type { Language, WordKey } from "./browser/words.js"

interface Input {
  readonly id: string
  readonly label: WordKey
  readonly hint?: WordKey
  readonly attributes: string
}

type Say = (key: WordKey) => string

interface Page {
  /** Folder of the script and the stylesheet, relative to the page. */
  readonly files: string
  /** True: there is no admin yet. Only then does the form ask for the setup code. */
  readonly awaitsAdmin: boolean
}

/** The HTML of the page with all its views; the script shows one at a time. It contains nothing that the caller sent. */
export function pageIn(language: Language, { files, awaitsAdmin }: Page): string {
  const words = wordsIn(language)
  const say: Say = (key) => escaped(words[key])
  // Under any path prefix; "/config/" is a folder deeper than "/config".
  const base = files === "" ? "../" : "./"
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${say("title")} · Platen</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${files}page.css">
<script type="module" src="${files}main.js"></script>
</head>
<body>
<header><a href="${base}"><h1>Platen</h1></a>${otherLanguage(language, say)}</header>
<main id="main" aria-busy="true"${awaitsAdmin ? " data-awaits-admin" : ""}>
<p id="notice" role="status"></p>
<p id="fault" role="alert"></p>
<noscript><p>${say("noscript")}</p></noscript>
${[
  view("loading", say("loading"), "", true),
  view("away", say("away.title"), button("away-again", say("away.again"))),
  view("entry", say("entry.signIn"), entry(say)),
  view("pair", say("pair.title"), pair(say)),
  view(
    "choose",
    say("choose.title"),
    `<p>${say("choose.text")}</p>\n<ul id="choices" class="list"></ul>\n${button("choose-other", say("pair.other"), "quiet")}`,
  ),
  view("wait", say("wait.title"), `<p>${say("wait.text")}</p>\n${button("wait-stop", say("wait.stop"), "quiet")}`),
  view(
    "late",
    say("late.title"),
    `<p>${say("late.text")}</p>\n${button("late-again", say("late.again"))}\n${button("late-other", say("pair.other"), "quiet")}`,
  ),
  view("home", say("code.title"), home(say, base)),
].join("\n")}
</main>
<footer id="user" hidden><span id="user-name"></span> ${button("sign-out", say("user.signOut"), "quiet")}</footer>
</body>
</html>
`
}

function otherLanguage(language: Language, say: Say): string {
  const other = language === "en" ? "zh" : "en"
  return `<a id="language" href="?lang=${other}" lang="${other}" hreflang="${other}">${say("language.other")}</a>`
}

function view(id: string, title: string, inner: string, shown = false): string {
  return `<section id="${id}" aria-labelledby="${id}-title"${shown ? "" : " hidden"}>\n<h2 id="${id}-title" tabindex="-1">${title}</h2>\n${inner}\n</section>`
}

/** A form that only the script submits, so that typed values never appear in an address. */
function form(id: string, ...inner: readonly string[]): string {
  return `<form id="${id}" method="post" novalidate>\n${inner.join("\n")}\n</form>`
}

function input(say: Say, { id, label, hint, attributes }: Input): string {
  const described = hint === undefined ? "" : ` aria-describedby="${id}-hint"`
  return `<p id="${id}-field"><label for="${id}">${say(label)}</label>
<input id="${id}" name="${id}"${described} ${attributes}>${hint === undefined ? "" : `\n<small id="${id}-hint">${say(hint)}</small>`}</p>`
}

function button(id: string, text: string, className = ""): string {
  return `<button id="${id}" type="button"${className === "" ? "" : ` class="${className}"`}>${text}</button>`
}

function send(id: string, text: string): string {
  return `<button id="${id}" type="submit">${text}</button>`
}

const PLAIN = 'autocapitalize="none" spellcheck="false"'
const nickname = (say: Say, id: string): string =>
  input(say, {
    id,
    label: "pair.nickname",
    hint: "pair.nicknameHint",
    attributes: 'type="text" maxlength="32" autocomplete="off"',
  })

function entry(say: Say): string {
  return `<p id="entry-why" hidden>${say("entry.why")}</p>
${form(
  "entry-form",
  input(say, {
    id: "username",
    label: "entry.username",
    attributes: `type="text" required maxlength="64" autocomplete="username" ${PLAIN}`,
  }),
  input(say, {
    id: "password",
    label: "entry.password",
    hint: "entry.passwordHint",
    attributes: 'type="password" required maxlength="256" autocomplete="current-password"',
  }),
  input(say, {
    id: "setup",
    label: "entry.setup",
    hint: "entry.setupHint",
    attributes: `type="text" maxlength="64" autocomplete="off" ${PLAIN}`,
  }),
  send("entry-send", say("entry.signIn")),
)}
${button("entry-toggle", say("entry.toRegister"), "quiet")}`
}

function pair(say: Say): string {
  return `<p>${say("pair.code")} <strong id="pair-code" class="code"></strong></p>
<p id="pair-screen">${say("pair.screen")} <span id="pair-mac"></span></p>
${form("pair-form", nickname(say, "pair-nickname"), send("pair-send", say("pair.do")))}
${button("pair-other", say("pair.other"), "quiet")}`
}

/** `base`: the address of the console, relative to the page. */
function home(say: Say, base: string): string {
  const code =
    'type="text" required maxlength="32" autocomplete="off" autocapitalize="characters" spellcheck="false" class="code"'
  return `<p id="code-of" hidden></p>
${form("code-form", input(say, { id: "code", label: "code.label", hint: "code.hint", attributes: code }), nickname(say, "code-nickname"), send("code-send", say("code.do")))}
<section id="requests-part" aria-labelledby="requests-title" hidden>
<h3 id="requests-title">${say("requests.title")}</h3>
<ul id="requests" class="list"></ul>
</section>
<h3 id="screens-title">${say("devices.title")}</h3>
<p id="screens-none">${say("devices.none")}</p>
<ul id="screens" class="list" aria-labelledby="screens-title"></ul>
${button("screens-again", say("devices.again"), "quiet")}
<p><a href="${base}">${say("devices.console")}</a></p>`
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
}
