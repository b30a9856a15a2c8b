import type { AccountEvents } from '../../accounts/ports/account-events.ts'
import type { ClientDocuments } from '../../accounts/ports/client-documents.ts'
import type { AccountStore } from '../../accounts/store/index.ts'
import type { Windows } from '../../lib/async/windows.ts'
import { dnsResolver } from '../../notifications/channels/resolver.ts'
import { UserUrlClient } from '../../notifications/channels/user-url-client.ts'
import { type OAuthServer, oauthServers } from '../../surfaces/oauth/authorization-server.ts'
import { isSafeForTokens, issuerReader } from '../../surfaces/oauth/issuer.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { Log } from '../logger.ts'
import type { Config } from '../settings/config.ts'
import { clientDocuments } from './client-documents.ts'

/** How long the document of an app may take, in all. */
const DOCUMENT_TIMEOUT_MS = 5_000

export interface OAuthParts {
  readonly config: Config
  readonly address: { readonly publicUrl: string }
  readonly log: Log
  readonly store: AccountStore
  readonly accountEvents: AccountEvents
  readonly now: () => Date
  readonly randomBytes: (size: number) => Uint8Array
}

export type OAuthServerAt = (host: string | undefined) => (OAuthServer & { readonly issuer: string }) | null

/** The authorization servers of the process: one for each name of it that apps were given. */
export function oauthOf({ config, address, log, ...parts }: OAuthParts): OAuthServerAt {
  const issuerOf = issuerReader(() => ({ publicUrl: address.publicUrl, boundTo: config.listen.host }))
  const onError = (error: unknown) => log.error({ err: error }, 'the authorization server failed')
  const serverFor = oauthServers({ ...parts, onError })
  return (host) => {
    // Known once the service listens.
    if (!config.mcp.oauth || !isSafeForTokens(address.publicUrl)) return null
    const issuer = issuerOf({ host })
    return { ...serverFor(issuer), issuer }
  }
}

interface DocumentParts {
  readonly now: () => Date
  readonly monotonicMs: () => number
  readonly windows: Windows
}

/** Null where only the descriptions that this service has may be used. */
export function documentsOf(
  config: Config,
  life: Lifecycle,
  { now, monotonicMs, windows }: DocumentParts,
): ClientDocuments | null {
  if (!config.mcp.fetchesDocuments) return null
  const ownHosts = config.publicUrl === undefined ? [] : [new URL(config.publicUrl).hostname]
  const client = new UserUrlClient({
    resolve: dnsResolver(),
    now,
    timeoutMs: DOCUMENT_TIMEOUT_MS,
    allowedHosts: new Set(),
    ownHosts: new Set(ownHosts),
  })
  life.own('documents of apps', client, (it) => it.close())
  return clientDocuments({ client, windows, monotonicMs })
}
