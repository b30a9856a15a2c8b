import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { simulatedMarket } from '../../src/adapters/market/simulated/index.ts'
import { OPERATOR } from '../../src/app/parts.ts'
import { valuedChain } from '../../src/domain/analytics/chain-valuation.ts'
import type { OptionChain } from '../../src/domain/market/chain.ts'
import type { Context } from '../../src/operations/context.ts'
import { operations } from '../../src/operations/index.ts'
import type { Answer, Operation } from '../../src/operations/operation.ts'
import { toolAnswer } from '../../src/surfaces/mcp/tool-answer.ts'
import { toolDefinition } from '../../src/surfaces/mcp/tool-schema.ts'
import { toolOperations } from '../../src/surfaces/mcp/tools.ts'
import { contextFor } from '../support/rest-server.ts'

const SYMBOLS = ['SPY', 'QQQ', 'IWM', 'DIA', 'AAPL']

/** What each tool costs a model: its definition, and answers about SPY at one instant of the simulated market. */
export async function tokenTable(at: Date): Promise<string> {
  const context = simulatedContext(at)
  const tools = toolOperations(operations)
  const rows: string[] = []
  for (const tool of tools) {
    const usual = await answered(tool, {}, context)
    const detailed = tool.concise ? await answered(tool, { response_format: 'detailed' }, context) : null
    rows.push(row(`\`${tool.name}\``, seen(tool), usual, detailed))
  }
  const all = tools.map(definition)
  return [
    '| tool | its definition | answer about SPY | in detail |',
    '|---|--:|--:|--:|',
    ...rows,
    row('all, as a model sees them', tokens(all), null, null),
    row('all, with output schemas', tokens({ tools: tools.map(toolDefinition) }), null, null),
    '',
  ].join('\n')
}

function row(name: string, ...counts: readonly (number | null)[]): string {
  return `| ${[name, ...counts.map((count) => (count === null ? '' : count.toLocaleString('en-US')))].join(' | ')} |`
}

async function answered(tool: Operation, args: Answer, context: Context): Promise<number> {
  const about = 'symbol' in tool.input.shape ? { symbol: 'SPY' } : {}
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
  return Object.assign(contextFor(OPERATOR, { now, publicUrl: 'http://127.0.0.1:3000' }), {
    market,
    viewAt: (date?: string) => market.viewAt(date),
    valued: async (chain: OptionChain) => valuedChain(chain),
    repriced: async () => {},
  })
}
