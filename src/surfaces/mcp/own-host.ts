import type { IncomingHttpHeaders } from 'node:http'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** What of the service's address decides who may speak to it. */
export interface OwnAddress {
  readonly publicUrl: string
  /** The host that the service is bound to. */
  readonly boundTo: string
}

type Named = Pick<IncomingHttpHeaders, 'host' | 'origin'>

/** `isOwn` for many requests: most have the same headers as the one before. */
export function ownHost(address: () => OwnAddress): (headers: Named) => boolean {
  let last: (Named & OwnAddress) | undefined
  return ({ host, origin }) => {
    const { publicUrl, boundTo } = address()
    if (last && last.host === host && last.origin === origin && last.publicUrl === publicUrl) return true
    if (!isOwn({ host, origin }, { publicUrl, boundTo })) return false
    last = { host, origin, publicUrl, boundTo }
    return true
  }
}

/**
 * Whether a request names this service as its host, and comes from no foreign page: a name that an attacker's DNS points
 * to loopback must not reach a service there. No `Origin` is no browser.
 */
function isOwn({ host, origin }: Named, { publicUrl, boundTo }: OwnAddress): boolean {
  const own = new URL(publicUrl)
  const named = host === undefined ? null : URL.parse(`http://${host}`)
  if (!named || !isOwnName(named, own, boundTo)) return false
  if (origin === undefined || origin === own.origin) return true
  // Without TLS the service also goes by other names of the same machine.
  return own.protocol === 'http:' && origin === named.origin
}

/** Over loopback any port goes, since a container or a tunnel may map it to another. */
function isOwnName(named: URL, own: URL, boundTo: string): boolean {
  const isHostAlone = named.pathname === '/' && named.search === '' && named.username === '' && named.password === ''
  if (!isHostAlone) return false
  if (named.hostname === own.hostname) return true
  const overLoopback = LOOPBACK.has(own.hostname) || LOOPBACK.has(boundTo) || boundTo === '::1'
  return overLoopback && LOOPBACK.has(named.hostname)
}
