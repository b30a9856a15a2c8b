import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprintText } from '../../../src/receiver/domain/fingerprint.ts'
import { readPayload } from '../../../src/surfaces/receiver/read-payload.ts'
import { judge } from '../../support/model/payload-model.ts'
import { aPayload } from '../../support/receiver/ideas.ts'
import { payloads } from '../../support/receiver/random-payloads.ts'

/** `npm run test:long` tries more of them. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 3_000)

describe('a payload', () => {
  it('is read with what is absent as null, the symbol in upper case, and nothing that it should not have', () => {
    const payload = aPayload({ symbol: ' brk.b ', model: null, status: 'ordered', fingerprint: 'x', decision: {} })
    delete payload['stop_price']

    expect(readPayload(payload)).toEqual({
      ok: true,
      idea: {
        alert_name: 'High conviction calls',
        source: 'trade_idea',
        symbol: 'BRK.B',
        direction: 'bullish',
        strategy: 'Long Call',
        model: null,
        entry_price: 100,
        target_price: 110,
        stop_price: null,
        triggered_at: '2026-11-20T15:00:00Z',
        matched_criteria: {},
      },
    })
  })

  it('is refused with all bad fields at once, in words that hold none of their values', () => {
    const canary = 'canary\0value'
    const bad = aPayload({
      alert_name: canary,
      source: canary,
      symbol: canary,
      direction: canary,
      strategy: canary,
      model: canary,
      entry_price: canary,
      target_price: canary,
      stop_price: canary,
      triggered_at: canary,
      matched_criteria: canary,
    })

    const read = readPayload(bad)

    expect(!read.ok && read.issues.map(({ path }) => path)).toEqual(Object.keys(readable()))
    expect(JSON.stringify(read)).not.toContain('canary')
  })

  it('keeps keys that would change an object inert', () => {
    const payload = JSON.parse(
      `{"__proto__":{"symbol":"EVIL"},"constructor":{"prototype":{"x":1}},${JSON.stringify(
        aPayload({ matched_criteria: undefined }),
      ).slice(
        1,
        -1,
      )},"matched_criteria":{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"kept":{"__proto__":1,"y":2}}}`,
    )

    const read = readPayload(payload)

    expect(read.ok && Object.entries(read.idea.matched_criteria)).toEqual([['kept', { y: 2 }]])
    expect(Object.hasOwn({}, 'x') || 'x' in {}).toBe(false)
  })

  it('does not find a required field in what it inherits', () => {
    const read = readPayload(Object.create({ ...aPayload() }))

    expect(read.ok).toBe(false)
  })

  it('takes an instant of 200 characters and none of 201', () => {
    const instant = (digits: number) => aPayload({ triggered_at: `2026-11-20T15:00:00.${'1'.repeat(digits)}Z` })

    expect(readPayload(instant(179)).ok).toBe(true)
    expect(readPayload(instant(180)).ok).toBe(false)
  })

  it('survives ten thousand levels', () => {
    const deep = JSON.parse(`${'{"a":['.repeat(5_000)}1${']}'.repeat(5_000)}`)

    expect(readPayload(aPayload({ matched_criteria: deep }))).toMatchObject({
      issues: [{ path: 'matched_criteria', message: 'must nest at most 16 levels' }],
    })
    expect(readPayload(aPayload({ other: deep })).ok).toBe(true)
  })

  it(`is judged like the contract says on ${RUNS} random payloads`, { timeout: 600_000 }, () => {
    let accepted = 0
    fc.assert(
      fc.property(payloads, (payload) => {
        const read = readPayload(payload)
        const expected = judge(payload)
        const found = read.ok
          ? { text: fingerprintText(read.idea) }
          : { bad: read.issues.map(({ path }) => path).sort() }
        if (read.ok) accepted++

        expect(found).toEqual(expected)
      }),
      { numRuns: RUNS },
    )
    // Otherwise only refusals were compared.
    expect(accepted).toBeGreaterThan(RUNS / 100)
  })
})

function readable(): object {
  const read = readPayload(aPayload())
  if (!read.ok) throw new Error('the sample is refused')
  const { idea } = read
  return {
    alert_name: idea.alert_name,
    source: idea.source,
    symbol: idea.symbol,
    direction: idea.direction,
    strategy: idea.strategy,
    model: idea.model,
    entry_price: idea.entry_price,
    target_price: idea.target_price,
    stop_price: idea.stop_price,
    triggered_at: idea.triggered_at,
    matched_criteria: idea.matched_criteria,
  }
}
