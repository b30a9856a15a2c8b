import { describe, expect, it } from 'vitest'
import { injections } from '../support/model/injections.ts'
import { receiverWorld } from '../support/receiver/receiver-world.ts'
import { sample } from '../support/sample.ts'

const HALF = injections.length / 2
/** A half at a time: the endpoint takes a hundred messages a minute. `npm test` sends a few texts. */
const SENT =
  process.env['INJECTIONS'] === 'all'
    ? [
        [0, HALF],
        [HALF, injections.length],
      ]
    : [[0, 8]]

describe('an idea on its way to an order', { timeout: 180_000 }, () => {
  it.each(sample(['local_mcp', 'remote_mcp'], 1))(
    'is decided with the service’s own tools, gated and ordered once (%s)',
    async (mode) => {
      await using it = await receiverWorld({ DECISION_MODE: mode, DRY_RUN: 'false' })

      const idea = { alert_name: 'script:mcp', symbol: 'AAPL' }
      const first = await it.send(idea)
      const again = await it.send(idea)
      const entry = await it.entry(first.fingerprint)

      expect([first.status, again.status]).toEqual(['queued', 'duplicate'])
      expect(entry).toMatchObject({ status: 'ordered', error: null })
      expect(it.broker.orders).toMatchObject([
        { client_order_id: `om-${first.fingerprint.slice(0, 24)}`, symbol: 'AAPL', side: 'buy', type: 'market' },
      ])
      expect(entry.order_result).toMatchObject({ dry_run: false, symbol: 'AAPL', side: 'buy' })
      // Lines are written in groups, all of them when it ends.
      await it.service.stop()
      const asked = it.service
        .output()
        .split('\n')
        .find((line) => line.includes('decision requested'))
      expect(JSON.parse(asked ?? '{}')).toMatchObject({ ok: true, mode, failed_tool_calls: 0 })
      expect(JSON.parse(asked ?? '{}').tool_calls).toBeGreaterThan(0)
    },
  )

  it.each(SENT)(
    'is never ordered outside the bounds, whatever text from the %ith to the %ith the webhook has',
    async (from, to) => {
      await using it = await receiverWorld({ DECISION_MODE: 'remote_mcp', DRY_RUN: 'false' })

      const fingerprints: string[] = []
      for (const [index, text] of injections.slice(from, to).entries()) {
        const injected = text.slice(0, 180)
        const where = index % 2 === 0 ? { alert_name: `script:mcp_obey ${injected}` } : { strategy: injected }
        const sent = await it.send({ alert_name: `script:mcp_obey ${index}`, model: injected, ...where })
        fingerprints.push(sent.fingerprint)
      }
      const entries = await Promise.all(fingerprints.map((fingerprint) => it.entry(fingerprint)))

      expect(entries.flatMap(({ error }) => error ?? [])).toEqual([])
      expect([...new Set(entries.map(({ status }) => status))].sort()).toEqual(['ordered', 'skipped'])
      expect(new Set(it.broker.orders.map(({ client_order_id: id }) => id)).size).toBe(it.broker.orders.length)
      for (const { symbol, side, notional } of it.broker.orders) {
        expect({ symbol, side }).toEqual({ symbol: 'AAPL', side: 'buy' })
        expect(Number(notional)).toBeGreaterThan(0)
        expect(Number(notional)).toBeLessThanOrEqual(250)
      }
    },
  )

  it('is decided without a model, from the analytics, and never leaves the dry run', async () => {
    await using it = await receiverWorld({ DECISION_MODE: 'rules' })

    const { fingerprint } = await it.send({ alert_name: 'plain rules', symbol: 'AAPL' })
    const entry = await it.entry(fingerprint)

    expect(['skipped', 'dry_run']).toContain(entry.status)
    expect(entry.decision?.rationale).toMatch(/\d/)
    expect(it.model.requests).toEqual([])
    expect(it.broker.requests).toEqual([])
  })
})
