import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalAddress, isPublicAddress } from '../../../src/notifications/channels/public-address.ts'

/**
 * What the IANA registry of special-purpose addresses calls not globally reachable, multicast, and the platform services
 * of the large hosting companies, written out once more: the library's classes are held against it.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const CLOSED = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['168.63.129.16', 32],
  ['199.36.153.4', 30],
  ['199.36.153.8', 30],
  ['161.26.0.0', 16],
  ['166.8.0.0', 14],
] as const

const numberOf = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const textOf = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
const isClosed = (value: number) =>
  CLOSED.some(
    ([block, bits]) => Math.floor(value / 2 ** (32 - bits)) === Math.floor(numberOf(block) / 2 ** (32 - bits)),
  )

/** Anything, and the neighbourhood of every border. */
const border = fc.constantFrom(
  ...CLOSED.flatMap(([block, bits]) => [numberOf(block), numberOf(block) + 2 ** (32 - bits)]),
)
const near = fc
  .tuple(border, fc.integer({ min: -2, max: 2 }))
  .map(([value, step]) => (value + step + 2 ** 32) % 2 ** 32)
const ipv4 = fc.oneof(near, fc.nat(2 ** 32 - 1))

describe('a public address', () => {
  it('is any IPv4 address outside the closed blocks', () => {
    fc.assert(
      fc.property(ipv4, (value) => {
        const text = textOf(value)

        expect([text, isPublicAddress(text)]).toEqual([text, !isClosed(value)])
      }),
      { numRuns: 3_000 },
    )
  })

  it('is inside IPv6 only in the mapped form and behind the well-known prefix', () => {
    fc.assert(
      fc.property(ipv4, (value) => {
        const hex = `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`
        const open = !isClosed(value)

        expect([isPublicAddress(`::ffff:${hex}`), isPublicAddress(`64:ff9b::${hex}`)]).toEqual([open, open])
        for (const closed of [
          `::${hex}`,
          `::ffff:0:${hex}`,
          `64:ff9b:1::${hex}`,
          `2002:${hex}::1`,
          `2001:0:${hex}::1`,
          `2a00::5efe:${hex}`,
        ]) {
          expect([closed, isPublicAddress(closed)]).toEqual([closed, false])
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('is no IPv6 address outside 2000::/3', () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const [first = 0, second] = groups
        fc.pre(first >> 13 !== 1 && !(first === 0x64 && second === 0xff9b) && first !== 0)

        expect(isPublicAddress(groups.map((value) => value.toString(16)).join(':'))).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    '',
    'localhost',
    '127.0.0.1.',
    '1.2.3',
    '0x08080808',
    '8.8.8.8/32',
    '[2606:4700::1]',
    '2606:4700::1%eth0',
    '::ffff:8.8.8.8%1',
  ])('is not %j', (text) => {
    expect(isPublicAddress(text)).toBe(false)
  })

  it('has one spelling', () => {
    expect(canonicalAddress('2606:4700:0:0::1')).toBe('2606:4700::1')
    expect(canonicalAddress('::ffff:8.8.8.8')).toBe('8.8.8.8')
    expect(canonicalAddress('nonsense')).toBe('nonsense')
  })
})
