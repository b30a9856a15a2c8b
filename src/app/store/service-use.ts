import { keyedDigest } from '../../lib/node/keyed-digest.ts'
import type { ServiceUse } from '../../store/postgres/service-place.ts'
import type { Config } from '../settings/config.ts'

/** For requests of many at once. */
const API_CONNECTIONS = 8
const OTHER_CONNECTIONS = 4

/**
 * How a service with these settings uses its database. Processes share one where links have one address.
 */
export function serviceUseOf({ market, publicUrl, roles, matchShards, secrets }: Config): ServiceUse {
  const { source, seed, symbols, speed, alwaysOpen, offHours, rates } = market
  // Any process may have to ask the vendor, and all say of the answers whose feeds they are from.
  const feeds = source === 'alpaca' ? [market.alpaca.feeds] : []
  const ofMarket = [source, seed, symbols, speed, alwaysOpen, offHours, rates, ...feeds]
  const common = JSON.stringify([publicUrl, ...ofMarket, matchShards])
  return {
    isShared: publicUrl !== undefined,
    connections: roles.includes('api') ? API_CONNECTIONS : OTHER_CONNECTIONS,
    settings: Buffer.from(keyedDigest(secrets.session)('settings in common', common), 'base64url').readInt32BE(),
  }
}
