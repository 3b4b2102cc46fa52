import { Upstream } from "../errors.js"
import type { OutboundAnswer } from "../outbound.js"

/** The failure that an answer's status stands for; undefined for success. What the service said is not in it: it may repeat a key or a prompt. */
export function modelFailure({ status, headers }: Pick<OutboundAnswer, "status" | "headers">): Upstream | undefined {
  if (status >= 200 && status < 300) return undefined
  const after = Number(headers["retry-after"])
  const retryAfter = Number.isFinite(after) && after > 0 ? { retryAfter: Math.ceil(after) } : {}
  if (status === 401 || status === 403)
    return new Upstream(`The text model's service refuses the key (status ${status}): enter another one.`, {
      code: "model-key",
    })
  if (status === 429)
    return new Upstream("The text model's service limits the calls: try again later.", {
      code: "model-limited",
      ...retryAfter,
    })
  if (status >= 500)
    return new Upstream(`The text model's service failed (status ${status}): try again later.`, {
      code: "model-failed",
      ...retryAfter,
    })
  return new Upstream(
    `The text model's service refuses the call (status ${status}): check the model's name and the address.`,
    { code: "model-refused-call" },
  )
}

/** The answer of a service, as JSON. Throws Upstream ("model-failed") for anything else. */
export function modelJson(answer: Pick<OutboundAnswer, "json">): unknown {
  try {
    return answer.json()
  } catch (cause) {
    throw unreadable(cause)
  }
}

/** The failure of a service that answers in another form than its dialect's. */
export function unreadable(cause?: unknown): Upstream {
  return new Upstream("The text model's service answers in a form that cannot be read: check its address.", {
    code: "model-failed",
    cause,
  })
}
