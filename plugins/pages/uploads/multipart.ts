import { BadInput } from "platen/sdk"

/** Bytes of the head of one part, and parts of a form. */
const MAX_HEAD = 8 << 10
const MAX_PARTS = 20
const BOUNDARY = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i
const END = Buffer.from("--")
const LINE = Buffer.from("\r\n")

/** Whether a body is a form with files. */
export function isMultipart(contentType = ""): boolean {
  return /^\s*multipart\//i.test(contentType)
}

/**
 * The one file of a multipart/form-data body, as a view of it. Other fields are passed over. Throws BadInput for a body that is cut or
 * malformed, holds no file or more than one, or nests forms. Source: RFC 7578, RFC 2046 5.1.
 */
export function fileOf(body: Uint8Array, contentType: string): Uint8Array {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (!/^\s*multipart\/form-data\s*;/i.test(contentType) || boundary === undefined)
    throw wrong("its Content-Type has no boundary, or is not multipart/form-data")
  const files = partsOf(Buffer.from(body.buffer, body.byteOffset, body.length), `--${boundary}`).filter(isFile)
  if (files.length !== 1) throw wrong(files.length === 0 ? "it holds no file" : "it holds more than one file")
  return files[0]!.content
}

interface Part {
  readonly head: string
  readonly content: Uint8Array
}

function partsOf(body: Buffer, delimiter: string): readonly Part[] {
  const parts: Part[] = []
  if (!body.subarray(0, delimiter.length).equals(Buffer.from(delimiter, "latin1")))
    throw wrong("it does not begin with its boundary")
  for (let at = delimiter.length; !body.subarray(at, at + 2).equals(END);) {
    if (parts.length === MAX_PARTS) throw wrong(`it has more than ${MAX_PARTS} parts`)
    if (!body.subarray(at, at + 2).equals(LINE)) throw wrong("a boundary is followed by other text")
    const headEnd = body.subarray(at, at + MAX_HEAD).indexOf("\r\n\r\n")
    if (headEnd < 0) throw wrong(`the head of a part does not end within ${MAX_HEAD} bytes`)
    const from = at + headEnd + 4
    const end = body.indexOf(`\r\n${delimiter}`, from, "latin1")
    if (end < 0) throw wrong("it ends before its last boundary")
    parts.push({ head: body.subarray(at, at + headEnd).toString("latin1"), content: body.subarray(from, end) })
    at = end + 2 + delimiter.length
  }
  return parts
}

function isFile({ head }: Part): boolean {
  const type = headerOf(head, "content-type")
  if (isMultipart(type)) throw wrong("it nests forms")
  const encoding = headerOf(head, "content-transfer-encoding").toLowerCase()
  if (!["", "binary", "8bit", "7bit"].includes(encoding)) throw wrong("a part is encoded")
  return /;\s*filename\*?=/i.test(headerOf(head, "content-disposition")) || /^image\//i.test(type)
}

/** A header of a part; "" where it is missing. */
function headerOf(head: string, name: string): string {
  const line = head.split("\r\n").find((each) => each.toLowerCase().startsWith(`${name}:`))
  return line === undefined ? "" : line.slice(name.length + 1).trim()
}

function wrong(why: string): BadInput {
  return new BadInput(`The form cannot be read, because ${why}: send multipart/form-data with one picture.`, {
    code: "form-invalid",
  })
}
