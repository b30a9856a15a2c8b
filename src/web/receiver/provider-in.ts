/** The segment of the receiver's path, out of the paths of an OpenAPI document; null where it has none. */
export function providerIn(document: unknown): string | null {
  if (typeof document !== 'object' || document === null || !('paths' in document)) return null
  for (const path of Object.keys(document.paths ?? {})) {
    const provider = /^\/webhooks\/([a-z0-9-]{1,40})\/ledger$/.exec(path)?.[1]
    if (provider !== undefined) return provider
  }
  return null
}
