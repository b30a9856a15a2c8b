import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address belongs to a machine of the public internet: the only ones that a URL which a user gave may
 * lead to. IPv4: https://www.iana.org/assignments/iana-ipv4-special-registry, IPv6: only inside 2000::/3.
 */
export function isPublicAddress(text: string): boolean {
  // The library also reads shortened, octal and hexadecimal forms, which no resolver and no parsed URL gives.
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = ipaddr.parse(text)
  return address instanceof ipaddr.IPv6 ? isPublicIpv6(address) : isPublicIpv4(address as ipaddr.IPv4)
}

/** One spelling for each address; IPv4 inside IPv6 (`::ffff:192.0.2.1`) is written as IPv4. */
export function canonicalAddress(text: string): string {
  return isIP(text) === 0 ? text : ipaddr.process(text).toString()
}

/** Classes of the library that the registry calls globally reachable: AS112 name servers and multicast relays. */
const REACHABLE_IPV4 = new Set(['unicast', 'as112', 'amt'])

/** Metadata and platform services of hosting companies in otherwise public ranges, reachable from inside alone. */
const PLATFORM = [
  '168.63.129.16/32', // Azure: agent, DNS, health
  '199.36.153.4/30', // Google: restricted API addresses
  '199.36.153.8/30', // Google: private API addresses
  '161.26.0.0/16', // IBM: infrastructure services
  '166.8.0.0/14', // IBM: service endpoints
  '2600:2d00:2:1000::/56', // Google: restricted API addresses
  '2600:2d00:2:2000::/56', // Google: private API addresses
].map((block) => ipaddr.parseCIDR(block))

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return REACHABLE_IPV4.has(address.range()) && !isPlatform(address)
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** The only embeddings that may pass, with a public address inside: an IPv6-only network's resolver answers so. */
const CARRIERS = ['::ffff:0:0/96', '64:ff9b::/96'].map((block) => ipaddr.IPv6.parseCIDR(block))

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  if (CARRIERS.some((block) => address.match(block))) return isPublicIpv4(lastFourBytes(address))
  if (!address.match(GLOBAL_UNICAST) || address.range() !== 'unicast') return false
  return !isTunnelled(address) && !isPlatform(address)
}

/** ISATAP (RFC 5214) hides an IPv4 address behind `0:5efe` or `200:5efe` in any prefix. */
function isTunnelled(address: ipaddr.IPv6): boolean {
  const [high, low] = [address.parts[4], address.parts[5]]
  return (high === 0 || high === 0x200) && low === 0x5efe
}

function lastFourBytes(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}

function isPlatform(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return PLATFORM.some(([block, bits]) => block.kind() === address.kind() && address.match(block, bits))
}
