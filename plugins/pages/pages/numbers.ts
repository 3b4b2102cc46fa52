const numbers = new WeakMap<object, number>()
let count = 0

/** Unique number of an object, stable during its lifetime. */
export function numberOf(object: object): number {
  let number = numbers.get(object)
  if (number === undefined) numbers.set(object, (number = count++))
  return number
}
