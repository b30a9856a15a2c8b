import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compress } from '../../../src/lib/node/compress.ts'
import { contentTag } from '../../../src/lib/node/content-tag.ts'

const text = Buffer.from('delta gamma theta vega '.repeat(500))

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
  ['zstd', zstdDecompressSync],
] as const)('writes %s that its own reader takes', async (encoding, read) => {
  const packed = await compress(text, encoding)

  expect(read(packed)).toEqual(text)
  expect(packed.length).toBeLessThan(text.length / 10)
})

it('gives equal bytes equal tags and others another, in characters that a header takes', () => {
  expect(contentTag(Buffer.from('a'))).toBe(contentTag(Buffer.from('a')))
  expect(contentTag(Buffer.from('a'))).not.toBe(contentTag(Buffer.from('b')))
  expect(contentTag(Buffer.from('a'))).toMatch(/^[\w-]{27}$/)
})
