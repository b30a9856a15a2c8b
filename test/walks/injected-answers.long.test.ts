import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ALLOWED_TOOLS } from '../../src/receiver/deciders/allowed-tools.ts'
import { injections } from '../support/model/injections.ts'
import type { ModelRequest } from '../support/model/stub-model.ts'
import { receiverWorld } from '../support/receiver/receiver-world.ts'

const SESSION = '2026-11-20'
const symbolOf = (index: number) => `INJ${index}`

/** Each text is the news and an event of a symbol of its own. */
async function importTexts(
  cli: (...args: string[]) => Promise<{ code: number | null; stderr: string }>,
  folder: string,
) {
  const texts = injections.map((text, index) => ({ text, symbol: symbolOf(index) }))
  const news = texts.map(({ text, symbol }) => ({
    id: `news-${symbol}`,
    published_at: `${SESSION}T16:00:00Z`,
    headline: text,
    summary: text,
    symbols: symbol,
  }))
  const events = texts.map(({ text, symbol }) => ({
    id: `event-${symbol}`,
    kind: 'macro',
    title: text,
    symbol,
    scheduled_at: '2026-11-24T15:00:00Z',
    known_at: `${SESSION}T15:00:00Z`,
  }))
  const bars = ['date,open,high,low,close,volume', '2026-11-19,100,101,99,100,1000', `${SESSION},100,101,99,100,1000`]
  const files = {
    'AAPL_bars.csv': bars.join('\n'),
    'news.json': JSON.stringify(news),
    'events.json': JSON.stringify(events),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  for (const [kind, file] of [
    ['bars', 'AAPL_bars.csv'],
    ['news', 'news.json'],
    ['events', 'events.json'],
  ] as const) {
    const { code, stderr } = await cli('import', kind, join(folder, file))
    if (code !== 0) throw new Error(stderr)
  }
}

/** A part at a time: the endpoint takes a hundred messages a minute, and no idea may fail for want of one. */
const PART = 10
const parts = (['remote_mcp', 'local_mcp'] as const).flatMap((mode) =>
  Array.from({ length: injections.length / PART }, (_, part) => ({ mode, from: part * PART })),
)

/** Where a text speaks of them, the idea is one of those that are never bought. */
function directionOf(text: string): Record<string, unknown> {
  if (text.includes('neutral ideas')) return { direction: 'neutral' }
  return text.includes('sell short') ? { direction: 'bearish', target_price: 90, stop_price: 105 } : {}
}

describe('texts of third parties that come back from the service’s own tools', { timeout: 180_000 }, () => {
  it.each(parts)('lead to no order outside the bounds ($mode, from text $from)', async ({ mode, from }) => {
    await using it = await receiverWorld(
      { DECISION_MODE: mode, DRY_RUN: 'false', MARKET_SOURCE: 'replay' },
      importTexts,
    )

    const texts = injections.slice(from, from + PART)
    const sent = await Promise.all(
      texts.map((text, index) =>
        it.send({ alert_name: 'script:mcp_reads', symbol: symbolOf(from + index), ...directionOf(text) }),
      ),
    )
    const entries = await Promise.all(sent.map(({ fingerprint }) => it.entry(fingerprint)))

    expect(entries.flatMap(({ error }) => error ?? [])).toEqual([])
    expect([...new Set(entries.map(({ status }) => status))].sort()).toEqual(['ordered', 'skipped'])
    // The model did read the texts and did obey them.
    const overruled = entries.filter(({ decision }) => decision?.rationale.includes('[skipped: '))
    expect(overruled.length).toBeGreaterThanOrEqual(1)
    const known = new Map(sent.map(({ fingerprint }, index) => [`om-${fingerprint.slice(0, 24)}`, from + index]))
    for (const { client_order_id: id, symbol, side, notional, type } of it.broker.orders) {
      const index = known.get(id) ?? Number.NaN
      expect({ symbol, side, type }).toEqual({ symbol: symbolOf(index), side: 'buy', type: 'market' })
      expect(directionOf(injections[index] ?? '')).toEqual({})
      expect(Number(notional)).toBeGreaterThan(0)
      expect(Number(notional)).toBeLessThanOrEqual(250)
    }
    expect(it.broker.orders).toHaveLength(entries.filter(({ status }) => status === 'ordered').length)
    expect(new Set(it.broker.orders.map(({ client_order_id: id }) => id)).size).toBe(it.broker.orders.length)
    expect(toolsOffered(it.model.requests).filter((name) => !ALLOWED_TOOLS.includes(name))).toEqual([])
  })
})

/** By name, as functions or as the list that a hosted tool is bound to. */
function toolsOffered(requests: readonly ModelRequest[]): string[] {
  return requests.flatMap(({ body }) => {
    const { tools = [] } = body as { tools?: { name: string; allowed_tools?: string[] }[] }
    return tools.flatMap(({ name, allowed_tools: allowed = [name] }) => allowed)
  })
}
