/** Hosts of a URL that are literal addresses and not public, by the way they are written. */
export const LITERALS: Readonly<Record<string, readonly string[]>> = {
  "dotted": ["127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "255.255.255.255"],
  "decimal": ["2130706433", "0", "167772161", "3232235777", "2852039166", "4294967295"],
  "hexadecimal": ["0x7f000001", "0X7F000001", "0x7f.0.0.1", "0x7f.0x0.0x0.0x1", "0xa9fea9fe", "0x0a000001", "0x0000007f.0.0.1", "0x", "0xffffffff"],
  "octal": ["0177.0.0.1", "0177.0000.0000.0001", "017700000001", "00000177.0.0.1", "0300.0250.1.1", "012.0.0.1", "0251.0376.0251.0376", "00"],
  "short": ["127.1", "127.0.1", "10.1", "192.168.257", "172.1048577", "0.0", "127.65535"],
  "of mixed bases": ["0x7f.1", "0177.0x1", "127.0x000001", "0177.0.0x0.1", "0xa9.0376.43518", "10.0x0.01"],
  "in full-width or other digits": ["１２７.0.0.1", "１２７．０．０．１", "①②⑦.0.0.1", "０ｘ７ｆ.1", "２１３０７０６４３３", "𝟙𝟚𝟟.0.0.1", "¹²⁷.0.0.1"],
  "with ideographic or full-width dots": ["127。0。0。1", "127．0．0．1", "127｡0｡0｡1", "127.0。0．1", "127。1", "169。254。169。254"],
  "percent-encoded": ["%31%32%37.0.0.1", "127%2e0%2e0%2e1", "%30x7f.1", "127.0.0.%31", "%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1", "127%E3%80%820%E3%80%820%E3%80%821"],
  "with a trailing dot": ["127.0.0.1.", "127.1.", "2130706433.", "0x7f000001.", "0177.0.0.1.", "0.", "127.0.0.1。", "127.0.0.1%2e"],
  "with letters that are not seen": ["127.0.0.1\u200b", "1\u00ad27.0.0.1", "127\u2060.0.0.1", "127.0.\t0.1"],
  "IPv6 loopback and unspecified": ["[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[0000:0000:0000:0000:0000:0000:0000:0001]", "[::0.0.0.1]", "[0::0]", "[0::1]"],
  "IPv4 mapped into IPv6": [
    "[::ffff:127.0.0.1]", "[::FFFF:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:7f00:1]", "[::ffff:10.0.0.1]", "[::ffff:a9fe:a9fe]", "[::ffff:8.8.8.8]", "[::ffff:0.0.0.0]",
  ],
  "IPv4-compatible IPv6": ["[::127.0.0.1]", "[::7f00:1]", "[::10.0.0.1]", "[::8.8.8.8]"],
  "IPv4-translated IPv6": ["[::ffff:0:127.0.0.1]", "[::ffff:0:7f00:1]"],
  "NAT64": ["[64:ff9b::7f00:1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::a9fe:a9fe]", "[64:ff9b::8.8.8.8]", "[64:ff9b:1::1]", "[64:ff9b:1:ffff:ffff:ffff:7f00:1]"],
  "6to4": ["[2002:7f00:1::]", "[2002:7f00:1::1]", "[2002:a00:1::]", "[2002:c0a8:101::1]", "[2002:a9fe:a9fe::]", "[2002:808:808::]"],
  "Teredo": ["[2001::1]", "[2001:0:4136:e378:8000:63bf:80ff:fffe]", "[2001:0:ffff:ffff:ffff:ffff:ffff:ffff]"],
  "ORCHID": ["[2001:10::1]", "[2001:1f:ffff::]", "[2001:20::1]", "[2001:2f:ffff::]", "[2001:30::1]"],
  "benchmarking and protocols of IPv6": ["[2001:2::1]", "[2001:1::1]", "[2001:3::1]", "[2001:4:112::1]", "[5f00::1]"],
  "documentation of IPv6": ["[2001:db8::1]", "[2001:0DB8:ffff::1]", "[3fff::1]", "[3fff:fff:ffff::1]"],
  "discard-only and dummy": ["[100::]", "[100::1]", "[100::ffff:ffff:ffff:ffff]", "[100:0:0:1::1]"],
  "unique local": ["[fc00::]", "[fc00::1]", "[fd00::1]", "[fd00:ec2::254]", "[fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]"],
  "link-local of IPv6": ["[fe80::]", "[fe80::1]", "[fe80::a9fe:a9fe]", "[febf:ffff::1]"],
  "site-local": ["[fec0::1]", "[feff:ffff::1]"],
  "multicast of IPv6": ["[ff01::1]", "[ff02::1]", "[ff05::2]", "[ff0e::1]", "[ffff::1]"],
  "not given to anybody of IPv6": ["[1::]", "[200::1]", "[400::1]", "[1fff:ffff::1]", "[4000::1]", "[8000::1]", "[a000::1]", "[e000::1]"],
}

/** Names as a URL may write them, and how they are asked for. A resolver says where they lead: here to this machine. */
export const NAMES: Readonly<Record<string, string>> = {
  "localhost": "localhost", "LOCALHOST": "localhost", "LocalHost": "localhost", "localhost.": "localhost.", "localhost..": "localhost..", "loc%61lhost": "localhost",
  "%4c%4f%43%41%4c%48%4f%53%54": "localhost", "ｌｏｃａｌｈｏｓｔ": "localhost", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ": "localhost", "local\u00adhost": "localhost", "localhost。": "localhost.",
  "localhost.localdomain": "localhost.localdomain", "ip6-localhost": "ip6-localhost", "a.localhost": "a.localhost",
  "internal.example": "internal.example", "internal.example.": "internal.example.", "INTERNAL。example": "internal.example", "intern%61l.ex%41mple": "internal.example",
  "127.0.0.1.nip.example": "127.0.0.1.nip.example", "127.0.0.1..": "127.0.0.1..", "0x7f.1.example": "0x7f.1.example", "127.0.0.1.a": "127.0.0.1.a",
  "--1.example": "--1.example", "_metadata": "_metadata", "münchen.example": "xn--mnchen-3ya.example", "metadata.google.internal": "metadata.google.internal",
}

/** Hosts that are no host. */
export const NONE = [
  "[fe80::1%25eth0]", "[fe80::1%eth0]", "[fe80::1%251]", "[::1%lo]", "[::1%00]", "[v1.a]", "[::ffff:127.0.0]", "[::ffff:0x7f.0.0.1]", "[::127.0.0.256]", "[1:2:3]", "[::1", "::1", "[127.0.0.1]", "[]",
  "1.2.3.4.5", "127.0.0.256", "256.0.0.1", "4294967296", "0x100000000", "127.0.0.08", "127.0.65536", "0xg.1", "127..1", "١٢٧.0.0.1", "127.0.0.1%00", "127.0.0.1%00.example", "%5b::1%5d",
  "127.0.0.1%20", "127 .0.0.1", "127.0.0.1<", "127.0.0.1|", "127.0.0.1^",
]
