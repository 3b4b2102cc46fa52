import net from "node:net"

/** The result of a load run. Times in milliseconds. */
export interface Load {
  /** Answers per second. */
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly statuses: Readonly<Record<string, number>>
  /** All answers, including the warm-up. */
  readonly answered: number
}

/**
 * Runs a load: `connections` with one request in flight each, for `duration` milliseconds after `warmUp` milliseconds.
 * `target`, `headers`: those of the i-th request.
 */
export async function load(
  port: number,
  connections: number,
  duration: number,
  target: (i: number) => string,
  headers: string | ((i: number) => string) = "",
  warmUp = 1_000,
): Promise<Load> {
  const statuses: Record<string, number> = {}
  const times: number[] = []
  const warm = performance.now() + warmUp
  const end = warm + duration
  let sent = 0
  let answered = 0
  const client = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = net.connect(port, "127.0.0.1")
      socket.setNoDelay(true)
      let wanted = 0
      let got = 0
      let start = 0
      const next = (): void => {
        start = performance.now()
        if (start > end) {
          socket.end()
          resolve()
          return
        }
        wanted = 0
        got = 0
        const i = sent++
        socket.write(
          `GET ${target(i)} HTTP/1.1\r\nHost: 127.0.0.1\r\n${typeof headers === "string" ? headers : headers(i)}\r\n`,
        )
      }
      socket.on("data", (chunk: Buffer) => {
        if (wanted === 0) {
          const head = chunk.indexOf("\r\n\r\n")
          const lines = chunk.toString("latin1", 0, head)
          const length = /content-length: (\d+)/i.exec(lines)
          wanted = head + 4 + Number(length?.[1] ?? 0)
          const status = lines.slice(9, 12)
          if (start > warm) statuses[status] = (statuses[status] ?? 0) + 1
        }
        got += chunk.length
        if (got < wanted) return
        answered++
        if (start > warm) times.push(performance.now() - start)
        next()
      })
      socket.on("error", reject)
      socket.on("connect", next)
    })
  await Promise.all(Array.from({ length: connections }, client))
  times.sort((a, b) => a - b)
  return {
    rate: times.length / (duration / 1000),
    p50: times[times.length >> 1] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    statuses,
    answered,
  }
}
