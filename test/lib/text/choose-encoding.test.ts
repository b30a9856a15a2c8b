import { expect, it } from 'vitest'
import { chooseEncoding } from '../../../src/lib/text/choose-encoding.ts'

it.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['deflate', undefined],
  ['identity', undefined],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['zstd;q=0, br;q=0, gzip;q=0', undefined],
  ['*', 'zstd'],
  ['*;q=0', undefined],
  ['zstd;q=0, *', 'br'],
  ['identity;q=1, gzip;q=0.5', undefined],
  ['gzip;q=nonsense', undefined],
  ['br ; Q=1.0', 'br'],
])('reads %j as %s', (header, expected) => {
  expect(chooseEncoding(header)).toBe(expected)
})
