import { addDays } from '../../lib/time/civil-date.ts'
import { newYorkInstant } from '../../market/domain/calendar/new-york-time.ts'
import { ideaView } from '../../trade-ideas/operations/idea-view.ts'
import type { DataSet, ExportQuery, ExportRow } from './data-set.ts'
import { bars, chains, flow, metrics } from './market-data-sets.ts'

const PAGE = 500
const MAX_LIST_DAYS = 3660

const ideas: DataSet = {
  summary: 'trade ideas of this service, newest first',
  columns: {
    ...{ id: 'text', symbol: 'text', direction: 'text', strategy: 'text', pipeline: 'text', confidence: 'number' },
    ...{ entry_price: 'number', target_price: 'number', stop_price: 'number', current_price: 'number' },
    ...{ peak_price: 'number', thesis: 'text', status: 'text', session_date: 'date', generated_at: 'instant' },
    ...{ expires_at: 'instant', ended_at: 'instant', outcome: 'text', exit_price: 'number' },
    ...{ outcome_pct: 'number', outcome_r: 'number' },
  },
  days: 366,
  until: 'today',
  maxDays: MAX_LIST_DAYS,
  needsSymbols: false,
  async *parts({ symbols, from, to }, { store }) {
    const range = newYorkDays({ from, to })
    for (const symbol of symbols.length > 0 ? symbols : [undefined]) {
      let after: { readonly generatedAt: string; readonly id: string } | undefined
      do {
        const found = await store.tradeIdeas.list({ ...range, symbol, after, limit: PAGE })
        yield found.map(ideaView)
        const last = found.length < PAGE ? undefined : found.at(-1)
        after = last && { generatedAt: new Date(last.generatedMs).toISOString(), id: last.id }
      } while (after)
    }
  },
}

const ledger: DataSet = {
  summary: 'trade ideas that the receiver took, with decision and order, newest first',
  columns: {
    ...{ fingerprint: 'text', created_at: 'instant', updated_at: 'instant', symbol: 'text', status: 'text' },
    ...{ direction: 'text', strategy: 'text', decision: 'text', confidence: 'number', rationale: 'text' },
    ...{ notional_usd: 'number', is_dry_run: 'flag', order_id: 'text', order_status: 'text', error: 'text' },
  },
  days: 366,
  until: 'today',
  maxDays: MAX_LIST_DAYS,
  needsSymbols: false,
  async *parts({ symbols, from, to }, { store }) {
    const { sinceMs, untilMs } = newYorkDays({ from, to })
    for (const symbol of symbols.length > 0 ? symbols : [undefined]) {
      let after: { readonly createdAt: string; readonly fingerprint: string } | undefined
      do {
        const found = await store.ledger.list({ symbol, after, limit: PAGE })
        yield found.filter((each) => takenMs(each) >= sinceMs && takenMs(each) < untilMs).map(ledgerRow)
        const last = found.at(-1)
        after = found.length === PAGE && last && takenMs(last) >= sinceMs ? last.key : undefined
      } while (after)
    }
  },
}

type LedgerRecord = Awaited<ReturnType<Parameters<DataSet['parts']>[1]['store']['ledger']['list']>>[number]

function takenMs({ key }: LedgerRecord): number {
  return Date.parse(key.createdAt)
}

/** From the first midnight of New York to the one after the last day. */
function newYorkDays({ from, to }: Pick<ExportQuery, 'from' | 'to'>) {
  return { sinceMs: newYorkInstant(from, 0), untilMs: newYorkInstant(addDays(to, 1), 0) }
}

function ledgerRow({ entry }: LedgerRecord): ExportRow {
  const { payload, decision, order_result: order } = entry
  const placed = order?.dry_run === false ? order : null
  return {
    ...entry,
    symbol: payload.symbol,
    direction: payload.direction,
    strategy: payload.strategy,
    decision: decision?.action ?? null,
    confidence: decision?.confidence ?? null,
    rationale: decision?.rationale ?? null,
    notional_usd: decision?.notional_usd ?? null,
    is_dry_run: order?.dry_run ?? null,
    order_id: placed?.order_id ?? null,
    order_status: placed?.status ?? null,
  }
}

/** What accounts may export. */
export const ACCOUNT_DATA_SET_NAMES = ['chains', 'bars', 'metrics', 'flow', 'ideas'] as const

export const ACCOUNT_DATA_SETS = { chains, bars, metrics, flow, ideas } as const satisfies Record<
  (typeof ACCOUNT_DATA_SET_NAMES)[number],
  DataSet
>

/** What `optionwire export` writes. */
export const DATA_SETS = { ...ACCOUNT_DATA_SETS, ledger } as const satisfies Record<string, DataSet>
