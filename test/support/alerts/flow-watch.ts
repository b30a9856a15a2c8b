import { expect } from 'vitest'
import { ALL_ACCOUNTS, type Shard } from '../../../src/alerts/domain/shard.ts'
import { feedMemory, type MarketFeedParts } from '../../../src/alerts/workers/market-feed.ts'
import { contextOf, OPERATOR } from '../../../src/app/parts.ts'
import type { FlowPrint } from '../../../src/flow/contract/flow-print.ts'
import type { TestAccount, TestApp } from '../app.ts'

/** A process that looks at the market for the accounts of a shard, and remembers nothing yet. */
export function watching(app: TestApp, shard: Shard = ALL_ACCOUNTS): MarketFeedParts {
  const context = contextOf(app.parts, { caller: OPERATOR })
  return { ...context, publicUrl: 'https://options.example', shard, memory: feedMemory() }
}

/** A rule, by default without a cooldown; gives its id. */
export async function flowRule(app: TestApp, { key }: TestAccount, criteria: object, cooldown = 0): Promise<string> {
  const payload = { name: 'Watched', source: 'option_flow', criteria, cooldown_minutes: cooldown }
  const made = await app.request({ method: 'POST', url: '/api/v1/alerts', headers: key, payload })
  expect(made.statusCode).toBe(201)
  return made.json().id
}

type Told = { created_at: string; details: { option_symbol: string; size: number; premium: number }; type: string }

export async function told(app: TestApp, { key }: TestAccount): Promise<Told[]> {
  const found: Told[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = (await app.get(`/api/v1/notifications?limit=100${query}`, key)).json()
    found.push(...page.data)
    cursor = page.next_cursor
  }
  return found
}

/** Prints of F that are settled now and came after an instant, as the flow lists them. */
export async function printsSince(app: TestApp, { key }: TestAccount, sinceMs: number): Promise<FlowPrint[]> {
  const found: FlowPrint[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = (await app.get(`/api/v1/flow?symbol=F&limit=500${query}`, key)).json()
    found.push(...page.data)
    cursor = page.next_cursor
  }
  const last = app.clock.now().getTime() - 501
  return found.filter(({ executed_at: at }) => Date.parse(at) > sinceMs - 501 && Date.parse(at) <= last)
}

export const keyOf = (it: { option_symbol: string; size: number; premium: number | null }) =>
  `${it.option_symbol} ${it.size} ${it.premium}`
