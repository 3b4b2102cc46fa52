// Runs in Node's loader thread: maps the specifiers of the SDK to the server's copy.

interface Resolved {
  readonly url: string
  readonly shortCircuit?: boolean
}
type Next = (specifier: string, context: unknown) => Promise<Resolved>

let own: Readonly<Record<string, string>> = {}

export function initialize(data: Readonly<Record<string, string>>): void {
  own = data
}

export async function resolve(specifier: string, context: unknown, next: Next): Promise<Resolved> {
  const url = own[specifier]
  return url === undefined ? next(specifier, context) : { url, shortCircuit: true }
}
