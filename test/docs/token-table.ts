import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { localComputation } from '../../src/analytics/domain/chain-analysis.ts'
import { chainAnalyses } from '../../src/analytics/operations/chain-analyses.ts'
import { marketOverviews } from '../../src/analytics/operations/market-overviews.ts'
import { screenTables } from '../../src/analytics/operations/screener/screen-tables.ts'
import { operations } from '../../src/app/operations.ts'
import { OPERATOR } from '../../src/app/parts.ts'
import type { Context } from '../../src/catalogue/context.ts'
import type { Answer, Operation } from '../../src/catalogue/operation.ts'
import { FlowSessions } from '../../src/flow/operations/flow-sessions.ts'
import { sessionPremium } from '../../src/flow/operations/session-premium.ts'
import { simulatedMarket } from '../../src/market/sources/simulated/index.ts'
import { toolAnswer } from '../../src/surfaces/mcp/answers/tool-answer.ts'
import { toolDefinition } from '../../src/surfaces/mcp/tool-schema.ts'
import { toolOperations } from '../../src/surfaces/mcp/tools.ts'
import { contextFor } from '../support/http/rest-server.ts'
import { migratedStore } from '../support/migrated-store.ts'

const SYMBOLS = ['SPY', 'QQQ', 'IWM', 'DIA', 'AAPL']

/** Tokens of each tool: its definition, and its answers about SPY at one instant of the simulated market. */
export async function tokenTable(at: Date): Promise<string> {
  await using store = await migratedStore({ now: () => at })
  const context = Object.assign(simulatedContext(at), { store })
  const tools = toolOperations(operations)
  const rows: string[] = []
  for (const tool of tools) {
    if (tool.capability !== 'analytics') {
      // About an account: there is none here.
      rows.push(row(`\`${tool.name}\``, seen(tool), null, null))
      continue
    }
    const usual = await answered(tool, {}, context)
    const detailed = tool.concise ? await answered(tool, { response_format: 'detailed' }, context) : null
    rows.push(row(`\`${tool.name}\``, seen(tool), usual, detailed))
  }
  const all = tools.map(definition)
  return [
    '| tool | definition | answer about SPY | detailed answer |',
    '|---|--:|--:|--:|',
    ...rows,
    row('all tools, as a model sees them', tokens(all), null, null),
    row('all tools, with output schemas', tokens({ tools: tools.map(toolDefinition) }), null, null),
    '',
  ].join('\n')
}

function row(name: string, ...counts: readonly (number | null)[]): string {
  return `| ${[name, ...counts.map((count) => (count === null ? '' : count.toLocaleString('en-US')))].join(' | ')} |`
}

async function answered(tool: Operation, args: Answer, context: Context): Promise<number> {
  const { shape } = tool.input
  const required = Object.entries(tool.example).filter(
    ([name]) => name === 'term' || name === 'template' || shape[name]?.safeParse(undefined).success === false,
  )
  const about = { ...Object.fromEntries(required), ...('symbol' in shape && { symbol: 'SPY' }) }
  return encode((await toolAnswer(tool, { ...about, ...args }, context)).text).length
}

function seen(tool: Operation): number {
  return tokens(definition(tool))
}

/** Models are shown neither titles nor output schemas. */
function definition(tool: Operation): object {
  const { name, description, inputSchema } = toolDefinition(tool)
  return { name, description, inputSchema }
}

function tokens(value: unknown): number {
  return encode(JSON.stringify(value)).length
}

function simulatedContext(at: Date): Context {
  const now = () => at
  const market = simulatedMarket({ seed: 1, symbols: SYMBOLS, now })
  const context = contextFor(OPERATOR, { now, publicUrl: 'http://127.0.0.1:3000' })
  const viewAt = (date?: string) => market.viewAt(date)
  const analysisOf = chainAnalyses(localComputation)
  const flowSessions = new FlowSessions({
    // The simulated market answers from its own tape.
    get store() {
      return context.store
    },
    viewAt,
    analysisOf,
  })
  return Object.assign(context, {
    market,
    viewAt,
    analysisOf,
    marketOverviews: marketOverviews(() => at.getTime()),
    screenTables: screenTables(() => at.getTime()),
    impliedQuantiles: { endedBefore: async () => [] },
    marketName: market.name,
    flowSessions,
    sessionPremium: sessionPremium(flowSessions, {
      market,
      viewAt,
      get store() {
        return context.store
      },
    }),
  })
}
