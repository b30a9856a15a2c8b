import { describe, expect, it } from 'vitest'
import { calibrationOf } from '../../../src/trade-ideas/domain/confidence.ts'
import { ideaSubject, statusOf } from '../../../src/trade-ideas/domain/idea-record.ts'
import { newIdea } from '../../../src/trade-ideas/domain/new-idea.ts'
import { aDraft } from '../../support/receiver/idea-records.ts'

const SEEN = { atMs: Date.parse('2026-11-16T15:00:00Z'), sessionDate: '2026-11-16', high: 101, low: 99 }

describe('a new idea', () => {
  const idea = newIdea(aDraft({ symbol: 'BRK.B' }), SEEN, calibrationOf([]))

  it('is open, has the price of its entry, and a confidence from its evidence', () => {
    expect(statusOf(idea)).toBe('open')
    expect(idea).toMatchObject({ currentPrice: 100, peakPrice: 100, confidence: 0.5, generatedMs: SEEN.atMs })
    expect(new Date(idea.expiresMs).toISOString()).toBe('2026-11-19T21:00:00.000Z')
  })

  it('has an id made of what makes it unique', () => {
    expect(idea.id).toBe('20261116_flow_bullish_brk_b')
  })

  it('is what alert rules and webhooks see', () => {
    expect(ideaSubject(idea)).toEqual({
      id: '20261116_flow_bullish_brk_b',
      symbol: 'BRK.B',
      direction: 'bullish',
      strategy: 'Long Call',
      model: 'flow',
      entry_price: 100,
      target_price: 110,
      stop_price: 95,
      confidence: 0.5,
      thesis: 'Option flow of this session leans to calls.',
    })
  })
})
