import { BadInput } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { macInBody, oneDevice } from "../../../kernel/http/device.js"

const test = suite("kernel/http/device")

const MAC = "0A:BB:CC:DD:EE:FF"
const OTHER = "0A:BB:CC:DD:EE:00"

test("normalizes the device that any place names", () => {
  for (const places of [
    [MAC],
    [undefined, "0abbccddeeff"],
    ["", "0a-bb-cc-dd-ee-ff", undefined],
    [MAC, "0abbccddeeff", MAC],
  ])
    assert.is(oneDevice(places), MAC)
})

test("knows none where every place is absent or empty", () => {
  for (const places of [[], [undefined], ["", undefined]]) assert.is(oneDevice(places), undefined)
})

test("refuses two that differ, wherever they stand", () => {
  for (const places of [
    [MAC, OTHER],
    [MAC, undefined, OTHER],
    ["", OTHER, MAC],
    [MAC, MAC, OTHER],
  ]) {
    assert.throws(
      () => oneDevice(places),
      (error: unknown) =>
        error instanceof BadInput && error.issues?.[0]?.path === "mac" && error.message.includes("two devices"),
    )
  }
})

test("refuses one that is malformed, also beside a good one", () => {
  for (const places of [["x"], [MAC, "x"], ["x", MAC], [`${MAC}\n`]])
    assert.throws(
      () => oneDevice(places),
      (error: unknown) => error instanceof BadInput,
    )
})

test("reads the mac of a body that is its own and text", () => {
  assert.is(macInBody({ mac: "x" }), "x")
  for (const body of [
    undefined,
    null,
    "mac",
    3,
    [],
    {},
    { mac: 3 },
    { mac: null },
    { mac: [MAC] },
    Object.create({ mac: MAC }) as object,
  ])
    assert.is(macInBody(body), undefined)
})

test.run()
