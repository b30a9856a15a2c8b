import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/app/settings/config.ts'
import { receiverWarnings } from '../../../src/app/settings/receiver-warnings.ts'

const NEEDED = { SESSION_SECRET: 's'.repeat(32), WEBHOOK_SECRET: 'w'.repeat(16) }
const MODEL = {
  OPENAI_API_KEY: 'k',
  SERVICE_EMAIL: 'a@b.test',
  SERVICE_TOKEN: 't',
  MCP_URL: 'https://o.example.com/mcp',
}
const BROKER = { ALPACA_API_KEY: 'k', ALPACA_API_SECRET: 's' }
const BOUNDS = {
  MAX_ORDERS_PER_DAY: '10',
  MAX_NOTIONAL_PER_DAY_USD: '1000',
  MAX_DECISIONS_PER_HOUR: '30',
  MAX_IDEA_AGE_MINUTES: '15',
  MAX_ENTRY_DEVIATION_PCT: '10',
  REQUIRE_KNOWN_SYMBOL: 'true',
}
const LIVE = { ...MODEL, ...BOUNDS, DRY_RUN: 'false' }
const warnings = (settings: Record<string, string>) => receiverWarnings(readConfig({ ...NEEDED, ...settings }))

describe('the start', () => {
  it('warns of nothing when all is set up, dry or live, and with fixed rules', () => {
    expect(warnings(MODEL)).toEqual([])
    expect(warnings({ ...LIVE, ...BROKER })).toEqual([])
    expect(warnings({ DECISION_MODE: 'rules' })).toEqual([])
  })

  it.each<[string, Record<string, string>, string]>([
    ['a live run without keys', LIVE, 'ALPACA_API_KEY'],
    ['a live run with one key', { ...LIVE, ALPACA_API_KEY: 'k' }, 'ALPACA_API_SECRET'],
    ['keys of a live account with orders', { ...LIVE, ...BROKER, ALPACA_API_KEY: 'AKxxx' }, 'paper account'],
    ['the paper flag', { ...MODEL, ALPACA_PAPER: 'false' }, 'ALPACA_PAPER'],
    ['live short selling', { ...LIVE, ...BROKER, ALLOW_SHORT_SELLING: 'true' }, 'short orders'],
    ['exits that end at the close', { ...LIVE, ...BROKER, ORDER_STYLE: 'bracket' }, 'ORDER_TIME_IN_FORCE'],
    ['a cap that the brokerage never fills', { ...MODEL, MAX_NOTIONAL_USD: '0.99' }, 'MAX_NOTIONAL_USD'],
    ['a missing key of the model', { ...MODEL, OPENAI_API_KEY: '' }, 'OPENAI_API_KEY'],
    ['a model to fall back on without its key', { ...MODEL, LLM_FALLBACK: 'anthropic' }, 'ANTHROPIC_API_KEY'],
    ['a missing e-mail', { ...MODEL, SERVICE_EMAIL: '' }, 'SERVICE_EMAIL'],
    ['a missing token', { ...MODEL, SERVICE_TOKEN: '' }, 'SERVICE_TOKEN'],
    ['no public address', { ...MODEL, MCP_URL: '' }, 'local_mcp'],
    ['a private address', { ...MODEL, MCP_URL: 'http://192.168.1.5:3000/mcp' }, 'MCP_URL'],
    ['a local name', { ...MODEL, MCP_URL: 'http://box.local/mcp' }, 'MCP_URL'],
    ['a private address of IPv6', { ...MODEL, MCP_URL: 'http://[fd00::1]/mcp' }, 'MCP_URL'],
  ])('warns of %s, naming what to change', (_name, settings, word) => {
    const found = warnings(settings)

    expect(found).toHaveLength(1)
    expect(found[0]).toContain(word)
  })

  it.each(Object.keys(BOUNDS))('names %s in one block where orders are sent without it', (name) => {
    const { [name as keyof typeof BOUNDS]: _, ...others } = { ...LIVE, ...BROKER }

    expect(warnings(others)).toEqual([expect.stringContaining(`without these bounds: ${name}.`)])
    expect(warnings({ ...others, DRY_RUN: 'true' })).toEqual([])
  })

  it('leaves a private address alone where another server than the vendor calls it', () => {
    const local = { ...MODEL, MCP_URL: 'http://127.0.0.1:3000/mcp' }

    expect(warnings({ ...local, OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' })).toEqual([])
    expect(warnings({ ...local, DECISION_MODE: 'local_mcp' })).toEqual([])
  })
})
