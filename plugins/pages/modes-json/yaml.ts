import { Invalid } from "platen/sdk"
import { isAlias, isMap, isScalar, parseDocument, visit } from "yaml"
import type { Scalar } from "yaml"

/** A plain value that a person did not mean so: a template, a comment, a number that is no number as JSON writes it. */
const ODD_NUMBER = /^[+-]?(?:0\d+|\d+\.\d*0|\.\d+|\d+\.|\d[\d_]*_[\d_]*)$/

/**
 * The value of a YAML text, version 1.2, core schema: without directives, aliases, tags and keys that stand twice. Values that are easily meant
 * otherwise are faults. Throws Invalid with line, column and remedy.
 */
export function yamlValue(text: string, file: string): unknown {
  const fault = (offset: number, what: string): Invalid => {
    const before = text.slice(0, offset).split("\n")
    return new Invalid(`${file}:${before.length}:${before.at(-1)!.length + 1}: ${what}.`)
  }
  const document = parseDocument(text, { version: "1.2", schema: "core", uniqueKeys: true, prettyErrors: false })
  const [error] = [...document.errors, ...document.warnings]
  if (error) throw fault(error.pos[0], error.message.replace(/\.$/, ""))
  if (/^%/m.test(text.split(/^---/m)[0]!)) throw fault(0, "a directive has no place here: remove it")
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) throw fault(node.range![0], "an alias has no place here: write the value again")
      if (node.tag !== undefined) throw fault(node.range![0], `the tag ${node.tag} has no place here: remove it`)
      if (isMap(node) && node.flow && text.startsWith("{{", node.range![0]))
        throw fault(node.range![0], "a template begins with a sign of YAML: put it in quotes")
      if (isScalar(node)) checkScalar(node, (what) => fault(node.range![0], what))
    },
  })
  return document.toJS() as unknown
}

function checkScalar({ type, source = "", value }: Scalar, fault: (what: string) => Invalid): void {
  if (type !== "PLAIN") return
  if (value === null && source === "") throw fault("a value is missing: write it, or null")
  if (typeof value === "number" && ODD_NUMBER.test(source))
    throw fault(`${source} would be the number ${value}: put it in quotes`)
  if (typeof value === "string" && /^[{#*%&!@`]/.test(source))
    throw fault(`${source.slice(0, 20)} begins with a sign of YAML: put it in quotes`)
}
