import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { ContentEncoding } from '../text/choose-encoding.ts'

const BROTLI_QUALITY = 5
/** For tables of numbers, level 1 is the fastest, and its output is smaller than that of levels 2 to 6. */
const ZSTD_LEVEL = 1

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const zstd = promisify(zstdCompress)

/** For files that stay the same until the next version: a sixth smaller, in a tenth of a second. */
const SMALLEST = { brotli: 11, zstd: 19, gzip: 9 } as const

/**
 * Compresses outside the event loop. The levels suit responses that are written once, sent many times and soon
 * replaced; with `isLasting` those that never change.
 */
export function compress(text: Uint8Array, encoding: ContentEncoding, isLasting = false): Promise<Buffer> {
  if (encoding === 'gzip') return isLasting ? deflate(text, { level: SMALLEST.gzip }) : deflate(text)
  if (encoding === 'zstd') {
    return zstd(text, {
      // Otherwise every text, however short, takes the memory of the level's longest: a hundred megabytes at level 19.
      pledgedSrcSize: text.length,
      params: { [constants.ZSTD_c_compressionLevel]: isLasting ? SMALLEST.zstd : ZSTD_LEVEL },
    })
  }
  return brotli(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: isLasting ? SMALLEST.brotli : BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
}
