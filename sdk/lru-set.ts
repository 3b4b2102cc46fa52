/**
 * Puts a value into a map that is not to grow for ever: what was put there last stands last, and beyond `most` what was put there longest ago
 * goes. What is to stay for being read is put there again.
 */
export function lruSet<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= most) return
  const [oldest] = map.keys()
  map.delete(oldest!)
}
