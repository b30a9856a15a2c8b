import { normalEmail } from '../../accounts/domain/email.ts'
import type { AccountStore } from '../../accounts/store/index.ts'
import type { Caller } from '../../catalogue/context.ts'
import { isSameDigest, type KeyedDigest } from '../../lib/node/keyed-digest.ts'
import { newYorkDate } from '../../market/domain/calendar/new-york-time.ts'
import type { ApiCredentials } from './credentials.ts'

const PURPOSE = 'replay credential'
/** A decision and its tools take less. */
const MAX_LIFE_MS = 15 * 60_000
/** `owp_`, the instant and the expiry in Unix milliseconds, and the digest that binds them to the account. */
const TOKEN = /^owp_(\d{1,15})_(\d{1,15})_([\w-]{43})$/

export interface ReplayCredential {
  /** Of the account whose plan and status count. */
  readonly email: string
  /** The instant whose market it reads, Unix milliseconds. */
  readonly atMs: number
  /** The instant from which it is refused, Unix milliseconds. */
  readonly expiresMs: number
}

/**
 * The token with which the tools of the MCP endpoint answer as of an instant. It is signed instead of stored: nobody
 * without SESSION_SECRET can move its instant, and what it could do ends within minutes.
 */
export function replayToken(digest: KeyedDigest, credential: ReplayCredential): string {
  const { atMs, expiresMs } = credential
  return `owp_${atMs}_${expiresMs}_${signature(digest, credential)}`
}

export function isReplayToken(token: string): boolean {
  return token.startsWith('owp_')
}

/** The caller that a token stands for; null for one that is forged, expired, or of no account. */
export async function replayCaller(
  { email, token }: ApiCredentials,
  { store, digest, address, nowMs }: ReplayCheck,
): Promise<Caller | null> {
  const [, at = '', expires = '', signed = ''] = TOKEN.exec(token) ?? []
  const credential = { email, atMs: Number(at), expiresMs: Number(expires) }
  if (signed === '' || !isSameDigest(signed, signature(digest, credential)) || !isCurrent(credential, nowMs))
    return null
  const found = await store.accounts.byEmail(email)
  if (!found) return null
  return {
    kind: 'api_key',
    account: found.account,
    address,
    sessionId: null,
    keyId: 'replay',
    scopes: ['mcp', 'read:analytics'],
    pinned: { atMs: credential.atMs, date: newYorkDate(credential.atMs) },
  }
}

/** Whether it holds now; the future is nobody's past. */
function isCurrent({ atMs, expiresMs }: ReplayCredential, nowMs: number): boolean {
  return nowMs < expiresMs && expiresMs <= nowMs + MAX_LIFE_MS && atMs <= nowMs
}

interface ReplayCheck {
  readonly store: Pick<AccountStore, 'accounts'>
  readonly digest: KeyedDigest
  readonly address: string
  readonly nowMs: number
}

function signature(digest: KeyedDigest, { email, atMs, expiresMs }: ReplayCredential): string {
  return digest(PURPOSE, `${atMs}\n${expiresMs}\n${normalEmail(email)}`)
}
