import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
}

/** A text compressed with Zstandard with its checksum, as base64: for texts of at most a megabyte in a text column. */
export function packText(text: string): string {
  return zstdCompressSync(Buffer.from(text, 'utf8'), COMPRESSION).toString('base64')
}

/** Throws for a text of another format or a damaged one. */
export function unpackText(packed: string): string {
  return zstdDecompressSync(Buffer.from(packed, 'base64')).toString('utf8')
}
