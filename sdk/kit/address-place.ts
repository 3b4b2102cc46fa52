/** The name under which calls of an address are counted: an IPv4 address as it is, an IPv6 address by its first half, "2001:db8:0:0::/64". */
export function addressPlace(address: string): string {
  const [bare = ""] = address.split("%")
  if (!/^[0-9a-f:]*$/i.test(bare) || !bare.includes(":")) return address.replace(/^::ffff:/i, "").slice(0, 100)
  const [head = "", tail] = bare.split("::")
  const groups = head === "" ? [] : head.split(":")
  const after = tail === undefined || tail === "" ? [] : tail.split(":")
  const whole =
    tail === undefined
      ? groups
      : [...groups, ...Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => "0"), ...after]
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group || "0", 16).toString(16))
    .join(":")}::/64`
}
