import { type OwnAddress, ownHost } from '../auth/own-host.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether apps may connect by address: codes and tokens travel over https, or never leave the machine. */
export function isSafeForTokens(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || LOOPBACK.has(hostname)
}

/**
 * The address of the service for a request, without a final slash: apps compare it with the one that their user typed.
 * Over loopback the machine has several names, and the request says which one was typed.
 */
export function issuerReader(address: () => OwnAddress): (headers: { readonly host?: string | undefined }) => string {
  const isOwn = ownHost(address)
  return ({ host }) => {
    const own = new URL(address().publicUrl)
    const isLocal = own.protocol === 'http:' && LOOPBACK.has(own.hostname)
    return isLocal && host !== undefined && isOwn({ host, origin: undefined })
      ? `http://${host.toLowerCase()}`
      : own.origin
  }
}
