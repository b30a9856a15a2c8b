/**
 * Cursors contain the sort key of the last row of a page, so that the next page starts after it even if rows were
 * inserted in between. Opaque to callers: base64url of the parts, one per line.
 */
export function writeCursor(parts: readonly string[]): string {
  const bytes = new TextEncoder().encode(parts.join('\n'))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Null for a text that is not a cursor with that many parts. */
export function readCursor(cursor: string, count: number): readonly string[] | null {
  if (!/^[\w-]+$/.test(cursor)) return null
  try {
    const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const parts = new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n')
    return parts.length === count ? parts : null
  } catch {
    return null
  }
}
