import { suite } from "uvu"
import * as assert from "uvu/assert"
import { fileOf, isMultipart } from "../../../../plugins/pages/uploads/multipart.js"

const test = suite("uploads: forms")
const TYPE = "multipart/form-data; boundary=x"
const FILE = 'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png'

/** A form of parts, each a head and a content. */
const form = (...parts: readonly (readonly [head: string, content: string])[]): string =>
  `${parts.map(([head, content]) => `--x\r\n${head}\r\n\r\n${content}\r\n`).join("")}--x--\r\n`

const read = (body: string, type = TYPE): string =>
  Buffer.from(fileOf(Buffer.from(body, "latin1"), type)).toString("latin1")

test("reads the one file, whatever is in it and stands beside it", () => {
  const content = "\x89PNG\r\n\x00--y\r\n-x--"
  assert.is(read(form([FILE, content])), content)
  assert.is(read(form(['Content-Disposition: form-data; name="a"', "1"], [FILE, content], ["", ""])), content)
  assert.is(read(form(["content-type: IMAGE/png", content]), 'Multipart/Form-Data; charset=x; boundary="x"'), content)
  assert.is(read(form([FILE, ""])), "")
})

test("knows forms by their type", () => {
  assert.equal(
    [TYPE, " MULTIPART/mixed", "image/png", undefined].map((type) => isMultipart(type)),
    [true, true, false, false],
  )
})

for (const [why, body, type = TYPE] of [
  ["no boundary in its type", form([FILE, "a"]), "multipart/form-data"],
  ["another kind of form", form([FILE, "a"]), "multipart/mixed; boundary=x"],
  ["another boundary", form([FILE, "a"]), "multipart/form-data; boundary=y"],
  ["an endless boundary", form([FILE, "a"]), `multipart/form-data; boundary=${"x".repeat(71)}`],
  ["nothing in it", ""],
  ["its last boundary alone", "--x--\r\n"],
  ["no file", form(['Content-Disposition: form-data; name="a"', "1"])],
  ["two files", form([FILE, "a"], [FILE, "b"])],
  ["a form in the form", form(["Content-Type: multipart/mixed; boundary=y", "--y\r\n\r\na\r\n--y--"])],
  ["an encoded file", form([`${FILE}\r\nContent-Transfer-Encoding: base64`, "YQ=="])],
  ["an endless head", `--x\r\n${"a".repeat(9_000)}: b\r\n\r\nc\r\n--x--`],
  ["a head that never ends", `--x\r\n${FILE}`],
  ["no last boundary", `--x\r\n${FILE}\r\n\r\nabc`],
  ["text behind a boundary", `--xy\r\n${FILE}\r\n\r\nabc\r\n--xy--`],
  ["very many parts", form(...Array.from({ length: 21 }, () => ["a: b", "c"] as const), [FILE, "a"])],
] as const) {
  test(`refuses a form with ${why}`, () => {
    assert.throws(
      () => read(body, type),
      (error: { readonly code: string; readonly status: number }) =>
        error.code === "form-invalid" && error.status === 400,
    )
  })
}

test.run()
