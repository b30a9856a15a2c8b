import { describe, expect, it } from 'vitest'
import { addressList } from '../../../src/lib/node/address-list.ts'

describe('a list of addresses', () => {
  it('names single addresses and blocks, of both versions', () => {
    const lists = addressList(['203.0.113.7', '198.51.100.0/24', '2001:db8::/48', '2001:db9::1'])

    for (const address of ['203.0.113.7', '198.51.100.0', '198.51.100.255', '2001:db8:0:ffff::9', '2001:db9::1']) {
      expect(lists(address), address).toBe(true)
    }
    for (const address of ['203.0.113.8', '198.51.101.0', '2001:db8:1::', '2001:db9::2', '::1', '127.0.0.1']) {
      expect(lists(address), address).toBe(false)
    }
  })

  it('takes an IPv4 address that a socket of both versions reports', () => {
    const lists = addressList(['198.51.100.0/24'])

    expect(lists('::ffff:198.51.100.9')).toBe(true)
    expect(lists('::ffff:198.51.101.9')).toBe(false)
  })

  it('names nothing that is no address', () => {
    expect(addressList(['0.0.0.0/0'])('')).toBe(false)
  })
})
