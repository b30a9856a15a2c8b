const UNSAFE = /[^A-Za-z0-9._ -]/g
const NOT_IN_EXTENDED = /['()*]/g

/**
 * `Content-Disposition` that saves a response under a name, as RFC 6266 says: an ASCII name, and the UTF-8 name where
 * it differs. Path separators, quotes and control characters never reach the header.
 */
export function contentDisposition(fileName: string): string {
  const name = fileName.replaceAll(/[\p{Cc}\p{Cf}/\\]/gu, '_').toWellFormed()
  const ascii = name.replaceAll(UNSAFE, '_')
  const plain = `attachment; filename="${ascii}"`
  if (ascii === name) return plain
  const extended = encodeURIComponent(name).replaceAll(
    NOT_IN_EXTENDED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${plain}; filename*=UTF-8''${extended}`
}
