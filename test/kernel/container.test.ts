import { suite } from "uvu"
import * as assert from "uvu/assert"
import { token } from "platen/sdk"
import { Container } from "../../kernel/container.js"

const test = suite("container")
const NAME = token<string>("test.name")

test("gives what was provided, the very value", () => {
  const container = new Container()
  const value = { list: [1] }
  const LIST = token<typeof value>("test.list")
  container.provide(LIST, value)
  assert.is(container.get(LIST), value)
})

test("knows what it has", () => {
  const container = new Container()
  assert.not.ok(container.has(NAME))
  container.provide(NAME, "a")
  assert.ok(container.has(NAME))
  assert.ok(container.child().has(NAME))
})

test("throws for what nobody provided", () => {
  assert.throws(() => new Container().get(NAME), /test\.name/)
})

test("meets two tokens of one name, from two copies of the contract", () => {
  const container = new Container()
  container.provide(NAME, "a")
  assert.is(container.get({ name: "test.name" }), "a")
})

test("lets a child have its own in the place of its parent's", () => {
  const parent = new Container()
  parent.provide(NAME, "parent")
  const [own, other] = [parent.child(), parent.child()]
  own.provide(NAME, "own")
  assert.equal([own.get(NAME), other.get(NAME), parent.get(NAME)], ["own", "parent", "parent"])
})

test("does not show a child's values to its parent or to another container", () => {
  const parent = new Container()
  parent.child().provide(NAME, "a")
  assert.not.ok(parent.has(NAME))
  assert.not.ok(new Container().has(NAME))
})

test("can be asked for a service that is undefined", () => {
  const container = new Container()
  container.provide<unknown>(NAME, undefined)
  assert.ok(container.has(NAME))
})

test.run()
