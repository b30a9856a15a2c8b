/**
 * The part of a network address that one person holds: an IPv4 address whole, of an IPv6 address the first 64 bits,
 * since a household can use any of the others. IPv4 written as IPv6 (`::ffff:192.0.2.1`) is IPv4.
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!address.includes(':')) return address
  const plain = address.split('%', 1)[0] ?? ''
  const [head = '', tail] = plain.split('::', 2)
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  const all = [...front, ...Array<string>(zeros).fill('0'), ...back]
  return `${all.slice(0, 4).join(':')}::/64`
}

function groups(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
}
