import { PassThrough } from "node:stream"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openTerminal } from "../../../kernel/cli/terminal.js"
import { refused } from "../../refused.js"

const test = suite("terminal")

interface Desk {
  readonly terminal: ReturnType<typeof openTerminal>
  readonly input: PassThrough
  readonly printed: () => string
  readonly shown: () => string
}

/** `person`: somebody types; else it is piped in. */
function desk(person: boolean): Desk {
  const [input, output, error] = [new PassThrough(), new PassThrough(), new PassThrough()]
  if (person) Object.assign(input, { isTTY: true, setRawMode: () => input })
  const read = (stream: PassThrough) => (): string => String(stream.read() ?? "")
  return { terminal: openTerminal({ input, output, error }), input, printed: read(output), shown: read(error) }
}

test("asks whoever sits there, and shows what is typed", async () => {
  const { terminal, input, shown, printed } = desk(true)
  const answer = terminal.ask("Name: ")
  input.write("anna\r")
  assert.is(await answer, "anna")
  terminal.close()
  const all = shown()
  assert.ok(all.startsWith("Name: ") && all.includes("anna"), JSON.stringify(all))
  assert.is(printed(), "", "what is printed holds no questions")
})

test("shows nothing of what is to be hidden, and goes on on a new line", async () => {
  const { terminal, input, shown } = desk(true)
  const answer = terminal.ask("Password: ", { hidden: true })
  for (const letter of "correct horse\r") input.write(letter)
  assert.is(await answer, "correct horse")
  const again = terminal.ask("Once more: ", { hidden: true })
  input.write("correct horsd\u007fe\r")
  assert.is(await again, "correct horse", "it can be corrected")
  terminal.close()
  assert.is(shown(), "Password: \nOnce more: \n")
})

test("shows what is typed again after what was hidden", async () => {
  const { terminal, input, shown } = desk(true)
  const hidden = terminal.ask("Password: ", { hidden: true })
  input.write("secret\r")
  await hidden
  const open = terminal.ask("Name: ")
  input.write("anna\r")
  await open
  terminal.close()
  const all = shown()
  assert.match(all, "anna")
  assert.not.match(all, "secret")
})

test("takes a line for each question of what is piped in, and asks nothing", async () => {
  const { terminal, input, shown } = desk(false)
  input.end("one\r\n two \n\nlast")
  assert.equal(
    [
      await terminal.ask("1? "),
      await terminal.ask("2? ", { hidden: true }),
      await terminal.ask("3? "),
      await terminal.ask("4? "),
    ],
    ["one", " two ", "", "last"],
  )
  assert.is(shown(), "")
})

for (const person of [true, false]) {
  test(`says so when ${person ? "somebody leaves" : "what is piped in ends"} before everything is said`, async () => {
    const { terminal, input } = desk(person)
    const answer = terminal.ask("Name: ")
    if (person) input.write("\u0003")
    else input.end()
    await refused(() => answer, "the input ended")
  })
}

test("prints, and reads nothing unless it asks", () => {
  const { terminal, input, printed } = desk(false)
  terminal.out("done\n")
  terminal.close()
  assert.is(printed(), "done\n")
  assert.is(input.listenerCount("data"), 0)
})

test.run()
