/**
 * Merges the content of a file with the stored data of the same symbol and instant or session, and packs the result
 * before the transaction, which then consists of a few inserts.
 */

import type { OptionChain } from '../../market/domain/options/chain.ts'
import { mergeChains } from '../../market/domain/options/merge-chains.ts'
import type { ImportedDocument } from '../../market/import/reading.ts'
import { type ChainPart, type PackedChain, packChain } from '../../market/store/chains.ts'
import { joinSessions } from '../../market/store/join-sessions.ts'
import {
  type PackedSession,
  packSession,
  type SessionKind,
  type SessionTables,
} from '../../market/store/market-sessions.ts'
import type { Repositories } from '../store/repositories.ts'

export type Write =
  | { readonly type: 'chain'; readonly packed: PackedChain }
  | { readonly type: 'session'; readonly packed: PackedSession }
  | { readonly type: 'rows'; readonly document: Exclude<ImportedDocument, { type: 'chain' | SessionKind }> }

export interface Joining {
  readonly store: Repositories
  readonly newId: () => string
  readonly fileSha256: string
  readonly format: string
}

/**
 * Precedence of formats: snapshots first, the later one before the earlier; then bars of contracts; then universes
 * without quotes.
 */
const PRECEDENCE: readonly string[] = ['cboe_csv', 'chain_json', 'lean_option', 'lean_universe']

export async function joinDocuments(documents: readonly ImportedDocument[], joining: Joining): Promise<Write[]> {
  const writes: Write[] = []
  for (const document of documents) writes.push(await joinDocument(document, joining))
  return writes
}

async function joinDocument(document: ImportedDocument, joining: Joining): Promise<Write> {
  switch (document.type) {
    case 'chain':
      return { type: 'chain', packed: await joinChain(document, joining) }
    case 'minute_bars':
      return { type: 'session', packed: await joinSession('minute_bars', document.table, joining) }
    case 'minute_quotes':
      return { type: 'session', packed: await joinSession('minute_quotes', document.table, joining) }
    case 'trades':
      return { type: 'session', packed: await joinSession('trades', document.table, joining) }
    case 'prints':
      return { type: 'session', packed: await joinSession('prints', document.table, joining) }
    default:
      return { type: 'rows', document }
  }
}

async function joinChain(
  { chain, name, stampMs }: Extract<ImportedDocument, { type: 'chain' }>,
  { store, newId, fileSha256, format }: Joining,
): Promise<PackedChain> {
  const asOf = new Date(chain.asOfMs).toISOString()
  const stored = await store.chains.at(chain.symbol, asOf)
  const before = stored ? await store.chains.partsOf(chain.symbol, asOf) : []
  const part: ChainPart = { fileSha256, format, stamp: new Date(stampMs).toISOString(), chain }
  const parts = [part, ...before.filter((it) => it.fileSha256 !== fileSha256)].sort(byPrecedence)
  const [first = chain, ...others]: readonly OptionChain[] = parts.map((it) => it.chain)
  return packChain({
    id: newId(),
    name: name ?? stored?.name ?? null,
    replaces: stored?.id ?? null,
    chain: mergeChains([first, ...others]),
    parts,
  })
}

function byPrecedence(a: ChainPart, b: ChainPart): number {
  const rank = PRECEDENCE.indexOf(a.format) - PRECEDENCE.indexOf(b.format)
  if (rank !== 0 && !(isSnapshot(a) && isSnapshot(b))) return rank
  if (a.stamp !== b.stamp) return a.stamp > b.stamp ? -1 : 1
  return a.fileSha256 < b.fileSha256 ? -1 : 1
}

function isSnapshot({ format }: ChainPart): boolean {
  return format === 'cboe_csv' || format === 'chain_json'
}

async function joinSession<Kind extends SessionKind>(
  kind: Kind,
  table: SessionTables[Kind],
  { store, newId }: Joining,
): Promise<PackedSession> {
  const stored = await store.marketSessions.load(kind, table.symbol, table.sessionDate)
  const whole = stored ? joinSessions(kind, stored.table, table) : table
  return packSession(newId(), kind, whole, stored?.id ?? null)
}
