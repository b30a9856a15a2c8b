import type { IncomingHttpHeaders } from 'node:http'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The addresses of the service that requests may name. */
export interface OwnAddress {
  readonly publicUrl: string
  /** The host that the service is bound to. */
  readonly boundTo: string
}

type Named = Pick<IncomingHttpHeaders, 'host' | 'origin'>

/** `isOwn` with a cache of the last result: most requests have the same headers as the one before. */
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
 * Whether a request names this service as its host and comes from no foreign page. An attacker's DNS name that resolves
 * to loopback must not reach a local service. Without `Origin` the client is not a browser.
 */
function isOwn({ host, origin }: Named, { publicUrl, boundTo }: OwnAddress): boolean {
  const own = new URL(publicUrl)
  const named = host === undefined ? null : URL.parse(`http://${host}`)
  if (!named || !isOwnName(named, own, boundTo)) return false
  if (origin === undefined || origin === own.origin) return true
  // Without TLS the service also has other names of the same machine.
  return own.protocol === 'http:' && origin === named.origin
}

/** Over loopback any port is accepted, because a container or a tunnel may map it to another. */
function isOwnName(named: URL, own: URL, boundTo: string): boolean {
  const isHostAlone = named.pathname === '/' && named.search === '' && named.username === '' && named.password === ''
  if (!isHostAlone) return false
  if (named.hostname === own.hostname) return true
  const overLoopback = LOOPBACK.has(own.hostname) || LOOPBACK.has(boundTo) || boundTo === '::1'
  return overLoopback && LOOPBACK.has(named.hostname)
}

const IP_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/

/**
 * Whether a page of that host cannot be an attacker's: a name of this service, an address, or a name without a dot. A
 * browser believes that a foreign name which resolves to this machine is the attacker's own site (DNS rebinding), but
 * nobody can do that with an address or with a name of the local network. Without `host` the client is no browser.
 */
export function safeHost(publicUrl: () => string, allowedHosts: readonly string[]) {
  let last: { readonly host: string; readonly publicUrl: string } | undefined
  return (host: string | undefined): boolean => {
    if (host === undefined) return true
    const own = publicUrl()
    // Most requests name the same host as the one before.
    if (last?.host === host && last.publicUrl === own) return true
    if (!isSafe(host, own, allowedHosts)) return false
    last = { host, publicUrl: own }
    return true
  }
}

function isSafe(host: string, publicUrl: string, allowedHosts: readonly string[]): boolean {
  const named = URL.parse(`http://${host}`)
  if (named?.pathname !== '/' || named.search !== '' || named.username !== '') return false
  const { hostname } = named
  if (!hostname.includes('.') || IP_ADDRESS.test(hostname)) return true
  return hostname === new URL(publicUrl).hostname || allowedHosts.includes(hostname)
}
