import type { LedgerStatus } from '../domain/trade-ideas/ledger-entry.ts'
import { Problem } from './client.ts'
import { type LedgerPage, providerIn, readLedgerPage } from './ledger-answer.ts'

/** The receiver's ledger: no operation of the catalogue, since its key is the webhook secret and not an account. */

export interface LedgerQuestion {
  /** Segment of the receiver's path. */
  readonly provider: string
  readonly secret: string
  readonly status: LedgerStatus | null
  readonly symbol: string
  readonly cursor?: string
}

const LIMIT = '25'
/** What a header can carry, and what the service takes as a secret. */
const SENDABLE = /^[\x20-\x7e]+$/

export async function askLedger(question: LedgerQuestion, signal: AbortSignal): Promise<LedgerPage> {
  const { provider, secret, status, symbol, cursor } = question
  if (!SENDABLE.test(secret)) throw new Problem(401, { detail: 'The webhook secret holds ASCII characters alone.' })
  const query = new URLSearchParams({
    limit: LIMIT,
    ...(status === null ? {} : { status }),
    ...(symbol === '' ? {} : { symbol }),
    ...(cursor === undefined ? {} : { cursor }),
  })
  const path = `/webhooks/${encodeURIComponent(provider)}/ledger?${query}`
  const response = await answered(
    fetch(path, { signal, cache: 'no-store', headers: { 'x-bot-secret': secret } }),
    signal,
  )
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new Problem(response.status, { detail: detailOf(body, response.status) })
  const page = readLedgerPage(body)
  if (!page) throw new Problem(response.status, { detail: 'The answer is not a ledger. Is a proxy in between?' })
  return page
}

/** How the receiver's path names the sender, as the service documents itself; null when it does not say. */
export async function findProvider(): Promise<string | null> {
  const response = await fetch('/api/v1/openapi.json').catch(() => null)
  return response?.ok ? providerIn(await response.json().catch(() => null)) : null
}

async function answered(request: Promise<Response>, signal: AbortSignal): Promise<Response> {
  try {
    return await request
  } catch (error) {
    if (signal.aborted) throw error
    throw new Problem(0, {})
  }
}

function detailOf(body: unknown, status: number): string {
  if (status === 404) return 'This service has no receiver of that name.'
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : null
  return typeof detail === 'string' ? detail : `The service answered ${status}.`
}
