import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressGroup } from '../../../src/lib/text/address-group.ts'

describe('the group of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::8', '1:0:0:0::/64'],
    ['', ''],
  ])('of %j is %j', (address, group) => {
    expect(addressGroup(address)).toBe(group)
  })

  it('is the same for all addresses of one network of 64 bits, however they are written', () => {
    const part = fc.integer({ min: 0, max: 0xffff })
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 8, maxLength: 8 }),
        fc.array(part, { minLength: 4, maxLength: 4 }),
        (one, rest) => {
          const full = one.map((group) => group.toString(16).padStart(4, '0')).join(':')
          const other = [...one.slice(0, 4), ...rest].map((group) => group.toString(16).toUpperCase()).join(':')
          expect(addressGroup(full)).toBe(addressGroup(other))
        },
      ),
    )
  })
})
