import type { Raster } from "platen/sdk/drawing"

/** The first line of a fake picture: "PIC 20x10 name". */
export function head(file: Uint8Array): string {
  return Buffer.from(file.subarray(0, 80)).toString("latin1").split("\n")[0]!
}

/** Reads `fakePicture`s, as a module of a decoder does. One that is called "whose" is as wide as the number of the process that reads it. */
export async function probe(file: Uint8Array): Promise<{ width: number; height: number } | undefined> {
  const parts = /^PIC (\d+)x(\d+) /.exec(head(file))
  if (head(file).includes("whose")) return { width: process.pid, height: 1 }
  return parts ? { width: Number(parts[1]), height: Number(parts[2]) } : undefined
}

/** All black; one pixel for those that are large. A name of "broken" is refused, one of "crash" ends the process, one of "hang" never comes back. */
export async function decode(file: Uint8Array): Promise<Raster> {
  const line = head(file)
  if (line.includes("broken")) throw new Error("it is broken")
  if (line.includes("crash")) process.kill(process.pid, "SIGKILL")
  if (line.includes("hang")) await new Promise(() => {})
  const { width, height } = (await probe(file))!
  const [w, h] = width * height > 1_000 ? [1, 1] : [width, height]
  return { width: w, height: h, data: new Uint8Array(w * h * 3) }
}
