/**
 * Puts a value into a map that is bounded to `most` entries, as the newest. Beyond that the entry that was put there longest ago is deleted. To keep
 * an entry for being read, put it again.
 */
export function lruSet<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= most) return
  const [oldest] = map.keys()
  map.delete(oldest!)
}
