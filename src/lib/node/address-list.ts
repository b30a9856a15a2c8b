import { BlockList, isIPv6 } from 'node:net'

/** Whether a list names an address, alone or in a block. */
export type AddressList = (address: string) => boolean

/** Of addresses and CIDR blocks, of IPv4 and IPv6. An IPv4 address may be written as one of IPv6 (`::ffff:…`). */
export function addressList(entries: readonly string[]): AddressList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = familyOf(address)
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
