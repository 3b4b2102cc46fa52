import { PlatenError } from "platen/sdk"

export const errorMessages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    "error.title": "This page could not be drawn",
    error: "{detail}",
    "error.bad-input.title": "The address is not right",
    "error.invalid.title": "The settings are not right",
    "error.unauthenticated.title": "No valid key",
    "error.unauthenticated":
      "The key is missing or wrong. A screen asks for a new one by itself; in a browser, sign in.",
    "error.sign-in-needed.title": "Sign in to see this page",
    "error.forbidden.title": "Not allowed",
    "error.not-found.title": "Nothing here",
    "error.rate-limited.title": "Too many requests",
    "error.rate-limited": "The screen asks too often. It will go on by itself in a minute.",
    "error.internal.title": "Something went wrong",
    "error.internal": "The server could not draw this page. It will try again at the next refresh.",
    "error.draw-failed.title": "Something went wrong",
    "error.draw-failed":
      "None of the pages chosen for this screen could be drawn. The server will try again at the next refresh.",
    "error.mode-not-found.title": "No such page",
    "error.mode-not-found": "None of the pages chosen for this screen is installed on the server.",
    "error.disk-full.title": "The server’s disk is full",
    "error.disk-full": "Free some space on the server; nothing that was saved is lost.",
    "error.store-failed.title": "The server cannot read its data",
    "error.store-failed": "Look at the server’s disk. The screen will try again at the next refresh.",
  },
  zh: {
    "error.title": "无法绘制此页面",
    error: "服务器没有画出这个页面，下次刷新时会再试。",
    "error.bad-input.title": "请求地址有误",
    "error.bad-input": "参数 {names} 不对，请检查设备的设置。",
    "error.invalid.title": "设置有误",
    "error.invalid": "{names} 的设置不对，请改正。",
    "error.unauthenticated.title": "令牌无效",
    "error.unauthenticated": "令牌缺失或不对。屏幕会自动重新申请；在浏览器中请先登录。",
    "error.sign-in-needed.title": "请先登录",
    "error.sign-in-needed": "这个页面只给已登录的用户，请登录后再试。",
    "error.forbidden.title": "没有权限",
    "error.forbidden": "你还不能查看这块屏幕，请向它的主人申请。",
    "error.not-found.title": "这里没有内容",
    "error.not-found": "请检查地址是否写对。",
    "error.rate-limited.title": "请求太频繁",
    "error.rate-limited": "屏幕请求得太快，一分钟后会自动继续。",
    "error.internal.title": "出了点问题",
    "error.internal": "服务器没有画出这个页面，下次刷新时会再试。",
    "error.draw-failed.title": "出了点问题",
    "error.draw-failed": "为这块屏幕选的页面都没能画出来，下次刷新时会再试。",
    "error.mode-not-found.title": "没有这个页面",
    "error.mode-not-found": "为这块屏幕选的页面都没有安装在服务器上。",
    "error.disk-full.title": "服务器磁盘已满",
    "error.disk-full": "请在服务器上清出一些空间；已保存的内容没有丢失。",
    "error.store-failed.title": "服务器读不到数据",
    "error.store-failed": "请检查服务器的磁盘，屏幕下次刷新时会再试。",
  },
}

/** An error's code; `other`: of one that has none. */
export function codeOf(error: Error, other = "draw-failed"): string {
  return error instanceof PlatenError ? error.code : other
}
