import { type AnswerOf, ask, type InputOf, Problem, type ReceiverKey } from '../client.ts'
import { providerIn } from './provider-in.ts'

export type LedgerPage = AnswerOf<'list_ledger'>

/** The answer of the scorecard. */
export type Card = AnswerOf<'decision_scorecard'>

export interface ScorecardQuery extends ReceiverKey {
  readonly input: InputOf<'decision_scorecard'>
}

export interface LedgerQuery extends ReceiverKey {
  readonly input: InputOf<'list_ledger'>
}

/** What a header can carry, and what the service takes as a secret. */
const SENDABLE = /^[\x20-\x7e]+$/

export function fetchLedger({ input, ...key }: LedgerQuery, signal: AbortSignal): Promise<LedgerPage> {
  return askReceiver('list_ledger', input, key, signal)
}

export function fetchScorecard({ input, ...key }: ScorecardQuery, signal: AbortSignal): Promise<Card> {
  return askReceiver('decision_scorecard', input, key, signal)
}

async function askReceiver<Name extends 'list_ledger' | 'decision_scorecard'>(
  name: Name,
  input: InputOf<Name>,
  { provider, secret }: ReceiverKey,
  signal: AbortSignal,
): Promise<AnswerOf<Name>> {
  if (!SENDABLE.test(secret)) throw new Problem(401, { detail: 'The webhook secret holds ASCII characters alone.' })
  return ask(name, input, { signal, receiver: { provider, secret } }).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.status !== 404) throw error
    throw new Problem(404, { detail: 'This service has no receiver of that name.' })
  })
}

/** The provider's name as the service documents it; null when the document does not hold it. */
export async function findProvider(): Promise<string | null> {
  const response = await fetch('/api/v1/openapi.json').catch(() => null)
  return response?.ok ? providerIn(await response.json().catch(() => null)) : null
}
