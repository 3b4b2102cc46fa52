import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { crc32, deflateSync } from "node:zlib"
import type { Panel, Picture } from "./screen.js"

/** Colours of the codes of a picture, as a panel shows them: black, white, yellow, red. Three bytes each. */
const COLOURS = Buffer.from([0, 0, 0, 255, 255, 255, 232, 176, 0, 200, 0, 0])

/** A picture as a PNG with a palette of eight bits a pixel. Source: PNG (Third Edition), 5 and 11. */
export function pngOf({ pixels }: Picture, { width, height }: Panel): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Bits a sample, and a palette as the type of colour.
  head.set([8, 3], 8)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("PLTE", COLOURS),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Keeps the pictures of a device in a folder, which is made when the first one comes: "0E-51-00-00-00-00-001.png" and so on. Returns the name of the file. */
export function pictureFolder(folder: string, mac: string, panel: Panel): (picture: Picture) => string {
  let count = 0
  return (picture) => {
    mkdirSync(folder, { recursive: true })
    const file = path.join(folder, `${mac.replaceAll(":", "-")}-${String(++count).padStart(3, "0")}.png`)
    writeFileSync(file, pngOf(picture, panel))
    return file
  }
}
