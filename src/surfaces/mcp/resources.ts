import { z } from 'zod'
import { invoke } from '../../catalogue/invoke.ts'
import type { Operation } from '../../catalogue/operation.ts'
import { AppError } from '../../lib/errors.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import type { MarketContext } from '../../market/operations/context.ts'
import { glossaryText } from './glossary.ts'
import { type McpCall, type Method, RPC, RpcError } from './method.ts'
import { readParams } from './read-params.ts'
import { tradingDays } from './trading-days.ts'
import { VIEW_META, VIEW_RESOURCES, VIEW_TYPE, type ViewTexts } from './views.ts'
import { withTimeout } from './with-timeout.ts'

export const SNAPSHOT_TEMPLATE = 'optionwire:///{symbol}/snapshot'

/** The operation behind a snapshot. */
const SNAPSHOT = 'trade_context'
const GLOSSARY = 'methodology'

const TRADING_DAYS = {
  uri: 'optionwire:///trading_days',
  name: 'trading_days',
  title: 'Trading days',
  description: 'Sessions of the New York Stock Exchange around the current one, and the dates with stored data.',
  mimeType: 'application/json',
}

const GLOSSARY_RESOURCE = {
  uri: 'optionwire:///glossary',
  name: 'glossary',
  title: 'Glossary',
  description: 'Definition, unit and sign of every number in tool answers.',
  mimeType: 'text/markdown',
}

export function resourceList(hasViews: boolean): string {
  return JSON.stringify({ resources: [TRADING_DAYS, GLOSSARY_RESOURCE, ...(hasViews ? VIEW_RESOURCES : [])] })
}

export const templateList = JSON.stringify({
  resourceTemplates: [
    {
      uriTemplate: SNAPSHOT_TEMPLATE,
      name: 'snapshot',
      title: 'Snapshot of a symbol',
      description: 'Quote, option metrics, term structure, levels and next earnings of one symbol, as trade_context.',
      mimeType: 'application/json',
    },
  ],
})

const ReadParams = z.looseObject({ uri: z.string() })

interface ResourceParts {
  readonly operations: readonly Operation[]
  readonly contextOf: (call: McpCall) => MarketContext
  readonly toolTimeoutMs: number
  readonly onFault: (error: unknown, call: McpCall) => void
  readonly views?: ViewTexts | undefined
}

export function readResource({ operations, contextOf, toolTimeoutMs, onFault, views }: ResourceParts): Method {
  return async (params, call) => {
    const { uri } = readParams(ReadParams, params)
    const text = views?.get(uri)
    if (text !== undefined) return { contents: [{ uri, mimeType: VIEW_TYPE, text, _meta: VIEW_META }] }
    const context = contextOf(call)
    const run = (name: string, input: Record<string, unknown>) =>
      withTimeout(invoke(named(operations, name), input, context), toolTimeoutMs, (error) => onFault(error, call))
    if (uri === TRADING_DAYS.uri) return contents(TRADING_DAYS, JSON.stringify(await tradingDays(context)))
    if (uri === GLOSSARY_RESOURCE.uri) return contents(GLOSSARY_RESOURCE, glossaryText(await run(GLOSSARY, {})))
    const symbol = symbolOf(uri)
    if (symbol === undefined) throw notFound('There is no resource at this address. See resources/list.', uri)
    const snapshot = await run(SNAPSHOT, { symbol }).catch((error) => Promise.reject(missingIs(error, uri)))
    return contents({ uri, mimeType: 'application/json' }, JSON.stringify(snapshot))
  }
}

function missingIs(error: unknown, uri: string): unknown {
  return error instanceof AppError && error.code === 'not_found' ? notFound(error.message, uri) : error
}

function notFound(message: string, uri: string): RpcError {
  return new RpcError(RPC.resourceNotFound, message, { uri })
}

function contents({ uri, mimeType }: { readonly uri: string; readonly mimeType: string }, text: string) {
  return { contents: [{ uri, mimeType, text }] }
}

function symbolOf(uri: string): string | undefined {
  const [, written] = /^optionwire:\/\/\/([^/]{1,20})\/snapshot$/.exec(uri) ?? []
  const symbol = UnderlyingSymbol.safeParse(written)
  return symbol.success ? symbol.data : undefined
}

function named(operations: readonly Operation[], name: string): Operation {
  const found = operations.find((it) => it.name === name)
  if (!found) throw new Error(`There is no operation ${name}`)
  return found
}
