import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { ContentEncoding } from '../accept-encoding.ts'

const BROTLI_QUALITY = 5
/** On tables of numbers level 1 is the fastest and smaller than all levels up to 6. */
const ZSTD_LEVEL = 1

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const zstd = promisify(zstdCompress)

/** Compresses off the event loop. Levels are for answers written once and sent many times, yet soon replaced. */
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
