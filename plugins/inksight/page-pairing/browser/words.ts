/** The English texts of the page. {name} is a placeholder. The key of a fault is "fault." and the error code. */
const EN = {
  title: "Screens",
  "language.other": "中文",
  noscript: "This page needs JavaScript: allow it for this address.",
  loading: "One moment…",

  "entry.signIn": "Sign in",
  "entry.register": "Create an account",
  "entry.toRegister": "No account yet? Create one",
  "entry.toSignIn": "Already have an account? Sign in",
  "entry.why": "Sign in to pair the screen.",
  "entry.username": "Username",
  "entry.password": "Password",
  "entry.passwordHint": "At least 8 characters.",
  "entry.setup": "Setup code",
  "entry.setupHint":
    "This server has no admin yet. Enter the setup code from its log to become the admin; without it, you get an ordinary account.",

  "pair.title": "Pair this screen",
  "pair.code": "Code",
  "pair.screen": "Screen",
  "pair.nickname": "Name (optional)",
  "pair.nicknameHint": "For example, Kitchen.",
  "pair.do": "Pair",
  "pair.other": "Use another code",

  "wait.title": "Waiting for your screen",
  "wait.text":
    "It joins the network and shows its code, which takes up to a minute. This page checks again every few seconds.",
  "wait.stop": "Stop waiting",

  "late.title": "We haven't heard from the screen yet",
  "late.text":
    "Check whether it shows a code. If it does, type that code. If not, switch it on, check the Wi-Fi and the server address in its setup, press its button once, then try again.",
  "late.again": "Try again",

  "choose.title": "Which screen?",
  "choose.text": "Several screens show this code. Each screen's setup page shows its MAC address.",

  "away.title": "The server does not answer",
  "away.again": "Try again",

  "code.title": "Pair a screen",
  "code.label": "Code on the screen",
  "code.hint": "4 to 12 letters or digits.",
  "code.of": "Type the code that {mac} shows.",
  "code.do": "Pair",

  "devices.title": "Your screens",
  "devices.none": "None yet. Switch a screen on and type the code that it shows.",
  "devices.never": "never seen",
  "devices.seen": "last seen {time}",
  "devices.owner": "owner",
  "devices.member": "member",
  "devices.waiting": "A device with this MAC address shows a code. If it is your screen, type the code.",
  "devices.confirm": "Type its code",
  "devices.requests": "Access requests: {count}",
  "devices.console": "Set up your screens in the console",
  "devices.again": "Refresh",
  "requests.title": "Access requests",
  "requests.text": "{user} requests access to {mac}",
  "requests.approve": "Allow",
  "requests.reject": "Decline",
  "user.signedIn": "Signed in as {user}",
  "user.signOut": "Sign out",

  "done.claimed": "{mac} is now yours. Its first page appears within a few seconds; if not, press its button once.",
  "done.confirmed": "{mac} is confirmed. Its page appears within a few seconds; if not, press its button once.",
  "done.active": "{mac} is already yours.",
  "done.pending": "Access requested. The owner of {mac} or an admin can allow it on this page.",
  "done.later":
    "Another device with the MAC address {mac} called a short while ago: type the code again at {time}, or ask an admin.",
  "done.registered": "Account created. You are signed in.",
  "done.decided": "Done.",
  "done.signedOut": "You are signed out.",
  "done.setupLeft": "You are already signed in: sign out to use the setup code.",

  "fault.any": "That did not work: try again in a moment.",
  "fault.network": "The server cannot be reached: check the connection, then try again.",
  "fault.server": "The server cannot do that now: try again in a moment.",
  "fault.rate-limited": "Too many attempts: wait {minutes} min, then try again.",
  "fault.session": "Your session has ended: sign in again.",
  "fault.unauthenticated": "The username or the password is wrong: check both.",
  "fault.username-already-exists": "This username is taken: choose another.",
  "fault.username-reserved": "This username is reserved: ask the operator for it, or choose another.",
  "fault.username": "The username needs 2 to 32 letters or digits of one alphabet, without spaces.",
  "fault.password": "The password needs 8 to 128 characters and must not be a common password.",
  "fault.empty": "Fill in the username and the password.",
  "fault.registration-closed": "Registration is closed: ask the operator for an account.",
  "fault.setup-code-invalid":
    "The setup code is wrong or was already used. Without an admin, the server logs a new one at every start: use that.",
  "fault.origin-forbidden":
    "The server does not accept this address as its own: ask the operator to set it as server.publicUrl.",
  "fault.code-form": "A code has 4 to 12 letters or digits: check the screen again.",
  "fault.code-not-found": "No screen shows this code now: check the screen, or press its button for a new code.",
  "fault.code-not-shown": "That screen shows no code now: press its button once, then type what it shows.",
  "fault.device-not-found":
    "That screen has never called this server: switch it on and check the server's address in its setup.",
  "fault.forbidden": "You may not do that with this account: ask an admin.",
  "fault.code-other": "That screen shows another code: check it again, and type that code.",
  "fault.code-duplicate":
    "Two devices with the same MAC address show this code: press the screen's button, then type its new code.",
  "fault.code-too-short":
    "Too many wrong codes were entered recently: press the screen's button, then type the longer code.",
  "fault.member-limit-reached": "That screen has the maximum number of members: one of them must leave first.",
  "fault.request-not-found": "This request was already answered.",
  "fault.undone":
    "No longer yours: {mac}. The device that called first came back: check the screen, and type the code that it shows.",
  "fault.devices": "Your screens cannot be loaded now: refresh in a moment.",
} as const

export type WordKey = keyof typeof EN
export type Words = Readonly<Record<WordKey, string>>

const ZH: Words = {
  title: "屏幕",
  "language.other": "English",
  noscript: "本页需要 JavaScript：请为此地址启用。",
  loading: "请稍候…",

  "entry.signIn": "登录",
  "entry.register": "创建账号",
  "entry.toRegister": "还没有账号？创建一个",
  "entry.toSignIn": "已有账号？去登录",
  "entry.why": "登录后即可绑定屏幕。",
  "entry.username": "用户名",
  "entry.password": "密码",
  "entry.passwordHint": "至少 8 个字符。",
  "entry.setup": "初始设置码",
  "entry.setupHint": "此服务器还没有管理员。服务器日志里有初始设置码：填写后你将成为管理员，不填则为普通账户。",

  "pair.title": "绑定这块屏幕",
  "pair.code": "配对码",
  "pair.screen": "屏幕",
  "pair.nickname": "名称（可不填）",
  "pair.nicknameHint": "例如：厨房。",
  "pair.do": "绑定",
  "pair.other": "换一个配对码",

  "wait.title": "正在等待你的屏幕",
  "wait.text": "屏幕正在连接网络并显示配对码，最多约一分钟。本页每隔几秒会再试一次。",
  "wait.stop": "停止等待",

  "late.title": "屏幕还没有连上服务器",
  "late.text":
    "请看屏幕上有没有配对码。有就输入那个配对码；没有就打开屏幕电源，检查它的 Wi-Fi 和服务器地址，按一下按键，然后重试。",
  "late.again": "重试",

  "choose.title": "是哪一块屏幕？",
  "choose.text": "有几块屏幕显示同一个配对码。各屏幕的设置页上写有自己的 MAC 地址。",

  "away.title": "服务器没有应答",
  "away.again": "重试",

  "code.title": "绑定一块屏幕",
  "code.label": "屏幕上的配对码",
  "code.hint": "4 到 12 个字母或数字。",
  "code.of": "请输入 {mac} 显示的码。",
  "code.do": "绑定",

  "devices.title": "你的屏幕",
  "devices.none": "还没有。打开屏幕，输入它显示的配对码。",
  "devices.never": "尚未连接",
  "devices.seen": "上次连接 {time}",
  "devices.owner": "所有者",
  "devices.member": "成员",
  "devices.waiting": "有一块屏幕自称是它，并显示确认码。如果是你的，请输入确认码。",
  "devices.confirm": "输入确认码",
  "devices.requests": "请求加入的人：{count}",
  "devices.console": "在控制台中设置您的屏幕",
  "devices.again": "刷新",
  "requests.title": "请求",
  "requests.text": "{user} 请求使用 {mac}",
  "requests.approve": "允许",
  "requests.reject": "拒绝",
  "user.signedIn": "已登录：{user}",
  "user.signOut": "退出登录",

  "done.claimed": "{mac} 已归你所有。几秒后显示第一页；若没有，按一下按键。",
  "done.confirmed": "{mac} 已确认。几秒后显示画面；若没有，按一下按键。",
  "done.active": "{mac} 本来就是你的。",
  "done.pending": "还需要同意：{mac} 的所有者或管理员登录后，在本页可以看到你的请求。",
  "done.later": "另一台自称是 {mac} 的设备刚刚连接过：请在 {time} 再输入配对码，或找管理员。",
  "done.registered": "账号已创建，你已登录。",
  "done.decided": "已处理。",
  "done.signedOut": "已退出登录。",
  "done.setupLeft": "你已登录：要使用初始设置码，请先退出登录。",

  "fault.any": "没有成功：请稍后再试。",
  "fault.network": "无法连接服务器：请检查网络后再试。",
  "fault.server": "服务器暂时无法处理：请稍后再试。",
  "fault.rate-limited": "尝试次数过多：请等 {minutes} 分钟再试。",
  "fault.session": "登录已失效：请重新登录。",
  "fault.unauthenticated": "用户名或密码不对：请检查。",
  "fault.username-already-exists": "用户名已被占用：请换一个。",
  "fault.username-reserved": "该用户名已保留：请向管理员索取，或换一个。",
  "fault.username": "用户名须为 2 到 32 个字母、汉字或数字，不含空格，也不混用相似的字母表。",
  "fault.password": "密码须为 8 到 128 个字符，且不能是常见密码。",
  "fault.empty": "请填写用户名和密码。",
  "fault.registration-closed": "这里不开放注册：请向管理员要一个账号。",
  "fault.setup-code-invalid": "初始设置码不对或已用过：没有管理员时，服务器启动后会在日志里给出新的。",
  "fault.origin-forbidden": "服务器不认得这个地址：请管理员在 server.publicUrl 中写明。",
  "fault.code-form": "配对码是 4 到 12 个字母或数字：请再看一下屏幕。",
  "fault.code-not-found": "现在没有屏幕显示这个码：请看屏幕，或按一下按键换新的。",
  "fault.code-not-shown": "那块屏幕现在没有显示配对码：按一下按键，再输入它显示的码。",
  "fault.device-not-found": "那块屏幕从未连接过本服务器：请打开电源，并检查它的服务器地址。",
  "fault.forbidden": "这个账号无权这样做：请找管理员。",
  "fault.code-other": "那块屏幕显示的是另一个码：请再看一下屏幕。",
  "fault.code-duplicate": "有两台设备自称是这块屏幕并显示同一个码：按一下屏幕的按键，再输入新的码。",
  "fault.code-too-short": "最近输错的码太多：按一下屏幕的按键，再输入它显示的长码。",
  "fault.member-limit-reached": "已有很多人使用那块屏幕：须先有人退出。",
  "fault.request-not-found": "这个请求已经有人处理了。",
  "fault.undone": "不再归你所有：{mac}。最先连接的那台设备又回来了：请看屏幕，输入它显示的配对码。",
  "fault.devices": "暂时无法列出你的屏幕：请稍后刷新。",
}

export const LANGUAGES = ["en", "zh"] as const
export type Language = (typeof LANGUAGES)[number]

const ALL: Readonly<Record<Language, Words>> = { en: EN, zh: ZH }

/** The texts in a language (BCP 47, base tag); English for unknown languages. */
export function wordsIn(language: string): Words {
  return ALL[languageOf(language) ?? "en"]
}

export function languageOf(tag: string): Language | undefined {
  const base = tag.trim().split(/[-_]/)[0]!.toLowerCase()
  return LANGUAGES.find((language) => language === base)
}

/** The sentence with its placeholders filled. */
export function said(words: Words, key: WordKey, values: Readonly<Record<string, string>> = {}): string {
  return words[key].replaceAll(/\{(\w+)\}/g, (blank, name: string) => values[name] ?? blank)
}

export function hasWord(key: string): key is WordKey {
  return Object.hasOwn(EN, key)
}
