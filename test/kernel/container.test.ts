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

test("makes one instance, when it is first asked for, also by a child", () => {
  const container = new Container()
  let made = 0
  container.provideMade(NAME, () => `number ${++made}`)
  assert.is(made, 0)
  assert.equal([container.child().get(NAME), container.get(NAME), made], ["number 1", "number 1", 1])
})

test("disposes of what was made, in reverse, each when the one before it has ended", async () => {
  const container = new Container()
  const told: string[] = []
  const names = ["first", "second", "third", "never"].map((name) => token<string>(`test.${name}`))
  for (const name of names)
    container.provideMade(
      name,
      () => name.name,
      async (value) => {
        told.push(`${value} ends`)
        await Promise.resolve()
        told.push(`${value} has ended`)
      },
    )
  for (const name of [names[1]!, names[0]!, names[2]!]) container.get(name)
  await container.close()
  await container.close()
  assert.equal(
    told,
    ["test.third", "test.first", "test.second"].flatMap((name) => [`${name} ends`, `${name} has ended`]),
  )
})

test("makes nothing when it closes or afterwards, and refuses", async () => {
  const container = new Container()
  let made = 0
  container.provideMade(NAME, () => `number ${++made}`)
  await container.close()
  assert.throws(() => container.get(NAME), /stopped/)
  assert.is(made, 0)
})

test("ends everything, though something of it fails, and says so", async () => {
  const container = new Container()
  const ended: number[] = []
  for (const n of [1, 2, 3])
    container.onClose(() => {
      ended.push(n)
      if (n > 1) throw new Error(`${n} fails`)
    })
  let said = ""
  await container.close().catch((error: unknown) => (said = (error as Error).message))
  assert.equal([ended, said], [[3, 2, 1], "3 fails"])
})

test.run()
