import { unknownSymbols } from '../../market/operations/unknown-symbols.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import type { FlowFilters } from '../domain/flow-filter.ts'
import type { FlowContext } from './context.ts'
import { type FlowPageRequest, flowPage } from './flow-page.ts'
import { flowWindow } from './market-flow.ts'
import { type StoredFlow, storedFlow } from './stored-flow.ts'

interface NamedSymbols {
  readonly symbols?: readonly string[] | undefined
  readonly exclude_symbols?: readonly string[] | undefined
}

/** One page of flow and the sums of all matching rows: from the store if the session is complete there, else from tapes. */
export async function queryFlow(
  context: FlowContext,
  view: MarketView,
  filters: FlowFilters,
  request: FlowPageRequest & NamedSymbols,
): Promise<StoredFlow> {
  const found = await foundFlow(context, view, filters, request)
  const { symbols = [], exclude_symbols: excluded = [] } = request
  const unknown = await unknownSymbols(context.market, [...symbols, ...excluded])
  if (unknown.length === 0) return found
  return { ...found, dated: { ...found.dated, warnings: [...found.dated.warnings, ...unknown] } }
}

async function foundFlow(
  context: FlowContext,
  view: MarketView,
  filters: FlowFilters,
  request: FlowPageRequest,
): Promise<StoredFlow> {
  const stored = await storedFlow(context, view, filters, request)
  if (stored) return stored
  const { dated, flows, window } = await flowWindow(context, view, filters.symbol, filters)
  const { sums, ...page } = flowPage(flows, filters, request)
  return { dated, window, ...page, sums: async () => sums }
}
