import { inLanguage, PlatenError } from "platen/sdk"
import type { Localised, Log } from "platen/sdk"
import type { Picture } from "platen/sdk/mode"
import type { Preview } from "./previews.js"

type Fields = Readonly<Record<string, string | boolean>>

const DRAWING: Localised = { en: "Drawing the page...", zh: "正在绘制页面……" }
const DONE: Localised = { en: "Done", zh: "完成" }
const FAILED: Localised = {
  en: "The page could not be drawn: the server's log says why.",
  zh: "页面没能画出来，原因见服务器日志。",
}

/** A preview as server-sent events. Ends after "result" or "error"; never throws. `language`: of the messages until the page's language is known. */
export async function* streamed(preview: () => Promise<Preview>, language = "en", log: Log): AsyncGenerator<string> {
  yield event("status", { stage: "drawing", message: inLanguage(DRAWING, language) })
  yield await last(preview, language, log)
}

async function last(preview: () => Promise<Preview>, language: string, log: Log): Promise<string> {
  try {
    const { picture, language: written } = await preview()
    return picture.origin === "notice" ? failure(picture.failure ?? "draw-failed", written) : result(picture, written)
  } catch (error) {
    if (error instanceof PlatenError)
      return event("error", {
        error: error.message,
        code: error.code,
        message: error.message,
        requires_invite_code: false,
      })
    log.error({ err: error }, "preview.failed")
    return failure("internal", language)
  }
}

function result(picture: Picture, language: string): string {
  return event("result", {
    stage: "done",
    message: inLanguage(DONE, language),
    persona: picture.mode ?? "",
    cache_hit: picture.cached,
    usage_source: "server_api_key",
    image_url: `data:${picture.type};base64,${Buffer.from(picture.bytes).toString("base64")}`,
    preview_status: statusOf(picture),
    llm_required: false,
  })
}

/** Event of an internal failure: the cause stays in the log. */
function failure(code: string, language: string): string {
  const message = inLanguage(FAILED, language)
  return event("error", { error: message, code, message, requires_invite_code: false })
}

/** Origin of a preview's content, as existing pages name it. */
export function statusOf({ isFallback }: Picture): "no_llm_required" | "fallback_used" {
  return isFallback ? "fallback_used" : "no_llm_required"
}

/** Formats one event. Existing clients expect a space after each comma and colon of the data. */
function event(name: string, fields: Fields): string {
  const data = Object.entries(fields)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(", ")
  return `event: ${name}\ndata: {${data}}\n\n`
}
