import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { ContentEncoding } from '../text/choose-encoding.ts'

const BROTLI_QUALITY = 5
/** For tables of numbers, level 1 is the fastest, and its output is smaller than that of levels 2 to 6. */
const ZSTD_LEVEL = 1

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const zstd = promisify(zstdCompress)

/**
 * Compresses outside the event loop. The levels suit responses that are written once, sent many times and soon
 * replaced.
 */
export function compress(text: Uint8Array, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === 'gzip') return deflate(text)
  if (encoding === 'zstd') return zstd(text, { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } })
  return brotli(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
}
