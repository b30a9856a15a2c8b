import { keyedDigest } from '../../lib/node/keyed-digest.ts'
import { isRemoteSource } from '../../market/sources/index.ts'
import type { ServiceUse } from '../../store/postgres/service-place.ts'
import type { Config } from '../settings/config.ts'
import { MARKET_ROLES } from '../settings/role-settings.ts'

/** For requests of many at once. */
const API_CONNECTIONS = 8
const OTHER_CONNECTIONS = 4

/**
 * How a service with these settings uses its database. Processes share one where links have one address. Each can work
 * out a simulated or stored market by itself, but that of a vendor is known by one.
 */
export function serviceUseOf({ market, publicUrl, roles, secrets }: Config): ServiceUse {
  const { source, seed, symbols, speed, alwaysOpen, offHours, rates } = market
  const common = JSON.stringify([publicUrl, source, seed, symbols, speed, alwaysOpen, offHours, rates])
  return {
    isShared: publicUrl !== undefined,
    asksVendor: isRemoteSource(source) && roles.some((role) => MARKET_ROLES.includes(role)),
    connections: roles.includes('api') ? API_CONNECTIONS : OTHER_CONNECTIONS,
    settings: Buffer.from(keyedDigest(secrets.session)('settings in common', common), 'base64url').readInt32BE(),
  }
}
