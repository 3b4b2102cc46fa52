const numbers = new WeakMap<object, number>()
let count = 0

/** A number that stands for an object as long as it lives. */
export function numberOf(object: object): number {
  let number = numbers.get(object)
  if (number === undefined) numbers.set(object, (number = count++))
  return number
}
