import { LRUCache } from 'lru-cache'
import type { ClientDocuments, FetchedDocument } from '../../accounts/ports/client-documents.ts'
import { requireAdmission } from '../../lib/async/require-admission.ts'
import type { Windows } from '../../lib/async/windows.ts'
import { HOUR_MS } from '../../lib/time/duration.ts'
import type { UserUrlClient } from '../../notifications/channels/user-url-client.ts'

const MAX_BYTES = 5 * 1_024
const RETRY_MS = 60_000
const MAX_FAILED = 1_000
const MAX_ACCOUNTS = 20_000
/** Documents that one account may bring in an hour. */
const MAX_DOCUMENTS = 10

export interface ClientDocumentsParts {
  /** Follows nothing, and connects to public addresses alone. */
  readonly client: UserUrlClient
  readonly windows: Windows
  readonly monotonicMs: () => number
}

/** Fetches the documents in which apps describe themselves. One that failed is not fetched again for a minute. */
export function clientDocuments({ client, windows, monotonicMs }: ClientDocumentsParts): ClientDocuments {
  const failed = new LRUCache<string, number>({ max: MAX_FAILED })
  const fetches = windows.of('apps.documents', { limit: MAX_DOCUMENTS, windowMs: HOUR_MS, maxKeys: MAX_ACCOUNTS })
  const { signal } = new AbortController()

  async function get(url: string): Promise<FetchedDocument | null> {
    const headers = { accept: 'application/json', 'user-agent': 'Optionwire' }
    const answer = await client.get({ url, headers, maxKept: MAX_BYTES }, signal)
    if (answer.kind !== 'answer' || answer.status !== 200 || !answer.whole) return null
    if (!/^application\/([a-z0-9.-]+\+)?json\b/i.test(answer.headers['content-type'] ?? '')) return null
    return { text: answer.text, cacheControl: answer.headers['cache-control'] }
  }

  return {
    async fetch(url, accountId) {
      const failedAtMs = failed.get(url)
      if (failedAtMs !== undefined && monotonicMs() - failedAtMs < RETRY_MS) return null
      requireAdmission(await fetches.take(accountId), 'new apps per hour')
      const document = await get(url)
      if (document) failed.delete(url)
      else failed.set(url, monotonicMs())
      return document
    },
  }
}
