import { describe, expect, it } from 'vitest'
import { type Alert, changeOf, draftOf, EMPTY_DRAFT, newAlertOf } from '../../../src/web/alerts/draft.ts'

const alert: Alert = {
  id: 'a1',
  name: 'Big SPY',
  source: 'option_flow',
  criteria: { symbols: ['SPY'], premium_min: 100_000 },
  channels: ['webhook'],
  webhook_url: 'https://hooks.example.com/…',
  cooldown_minutes: 0,
  priority: 'high',
  enabled: false,
  snoozed_until: null,
  created_at: '2026-11-20T15:00:00.000Z',
  updated_at: '2026-11-20T15:00:00.000Z',
  cooling: [],
}

describe('a rule while it is edited', () => {
  it('changes nothing when it is saved as it was opened', () => {
    expect(changeOf(draftOf(alert))).toEqual({
      name: 'Big SPY',
      criteria: alert.criteria,
      channels: ['webhook'],
      cooldown_minutes: 0,
      priority: 'high',
      enabled: false,
    })
  })

  it('sends a URL only where one was typed, and null where it is to go', () => {
    const draft = draftOf(alert)

    expect(changeOf({ ...draft, webhookUrl: ' https://other.example/x ' }).webhook_url).toBe('https://other.example/x')
    expect(changeOf({ ...draft, removesUrl: true }).webhook_url).toBeNull()
  })

  it('is made with its source, and the cooldown of the service where none was typed', () => {
    expect(newAlertOf({ ...EMPTY_DRAFT, name: 'x', source: 'trade_idea', cooldown: '' })).toMatchObject({
      name: 'x',
      source: 'trade_idea',
      criteria: {},
      cooldown_minutes: 30,
      channels: null,
    })
  })
})
