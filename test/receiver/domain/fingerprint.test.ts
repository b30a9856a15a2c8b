import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../src/lib/node/sha256.ts'
import { clientOrderIdOf, contentText, fingerprintText } from '../../../src/receiver/domain/fingerprint.ts'
import { readPayload } from '../../../src/surfaces/receiver/read-payload.ts'
import { sharedDataExists } from '../../support/market/shared-data.ts'
import { readVectors } from '../../support/market/vectors.ts'
import { anIdea } from '../../support/receiver/ideas.ts'

interface Vector {
  readonly note: string
  readonly payload: Record<string, string>
  readonly joined: string
  readonly sha256: string
}

describe.skipIf(!sharedDataExists)('the fingerprint vectors', () => {
  const vectors = sharedDataExists ? readVectors<{ cases: Vector[] }>('fingerprints.json').cases : []

  it('are all there', () => {
    expect(vectors.length).toBe(14)
  })

  it.each(vectors)('$note', ({ payload, joined, sha256 }) => {
    const read = readPayload(payload)
    if (!read.ok) throw new Error(JSON.stringify(read.issues))

    expect(fingerprintText(read.idea)).toBe(joined)
    expect(sha256Hex(fingerprintText(read.idea))).toBe(sha256)
  })
})

describe('the fingerprint', () => {
  it('depends on each of its six values and on nothing else', () => {
    const text = fingerprintText(anIdea())

    for (const change of [
      { alert_name: 'Other' },
      { symbol: 'MSFT' },
      { direction: 'bearish' },
      { strategy: 'Other' },
      { triggered_at: '2026-11-20T15:00:01Z' },
    ] as const) {
      expect(fingerprintText(anIdea(change)), JSON.stringify(change)).not.toBe(text)
    }
    expect(fingerprintText(anIdea({ entry_price: 1, model: 'm', matched_criteria: { a: 1 } }))).toBe(text)
    expect(text).toBe('High conviction calls|trade_idea|AAPL|bullish|Long Call|2026-11-20T15:00:00+00:00')
  })

  it('keeps names as they were sent, without trimming', () => {
    expect(fingerprintText(anIdea({ alert_name: ' a ', strategy: 'b ' }))).toContain(' a |trade_idea|')
  })

  it('leaves it to the content to tell that a duplicate differs', () => {
    const content = contentText(anIdea())

    expect(contentText(anIdea({ triggered_at: '2026-11-20 15:00Z' }))).toBe(content)
    expect(contentText(anIdea({ entry_price: 100.5 }))).not.toBe(content)
    expect(contentText(anIdea({ matched_criteria: { a: 1 } }))).not.toBe(content)
  })

  it('gives the order its id: om- and 24 digits', () => {
    expect(clientOrderIdOf(`${'0123456789abcdef'.repeat(4)}`)).toBe('om-0123456789abcdef01234567')
  })
})
