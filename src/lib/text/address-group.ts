const IPV6_NETWORK_GROUPS = 4

/**
 * The group of a network address that limits count together: an IPv4 address, or the /64 of an IPv6 address, because
 * one household has 2^64 of those. IPv4 addresses written as IPv6 (`::ffff:192.0.2.1`) belong to the same group.
 */
export function addressGroup(address: string): string {
  const plain = address.toLowerCase().replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped) return mapped
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  const missing = Math.max(0, 8 - first.length - last.length)
  const groups = plain.includes('::') ? [...first, ...Array.from({ length: missing }, () => '0'), ...last] : first
  return `${groups.slice(0, IPV6_NETWORK_GROUPS).map(withoutZeros).join(':')}::/64`
}

function withoutZeros(group: string): string {
  return group.replace(/^0+(?=.)/, '')
}
