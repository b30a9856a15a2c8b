import { Resolver as NodeResolver } from 'node:dns/promises'

/** All addresses of a host name, IPv4 and IPv6; none where the name does not exist. Throws when nobody answers. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>

const TRY_MS = 2_500
const TRIES = 2
const NO_SUCH = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Asks the name servers of the machine, or the given ones (`127.0.0.1:5353`), without a cache. The machine's `hosts`
 * file is not read, besides `localhost`, which never leaves the machine (RFC 6761).
 */
export function dnsResolver(servers?: readonly string[]): Resolve {
  return async (host, signal) => {
    if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1']
    signal.throwIfAborted()
    const resolver = new NodeResolver({ timeout: TRY_MS, tries: TRIES })
    if (servers) resolver.setServers([...servers])
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      return addressesOf(answers)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

function addressesOf(answers: readonly PromiseSettledResult<string[]>[]): string[] {
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found
  for (const answer of answers) {
    if (answer.status === 'rejected' && !NO_SUCH.has(String(answer.reason?.code))) throw answer.reason
  }
  return []
}
