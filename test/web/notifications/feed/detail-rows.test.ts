import { describe, expect, it } from 'vitest'
import { detailRows } from '../../../../src/web/notifications/feed/detail-rows.ts'

const details = {
  triggered_at: '2026-11-20T15:00:00.000Z',
  side: 'at_ask',
  side_label: 'At Ask',
  premium: 523_400,
  strike: 580,
  option_type: 'call',
  symbol: 'SPY',
  expiration_date: '2026-12-18',
  dte: 28,
  size: 1_200,
  unusual_score: null,
  alert_name: '<b>Mine</b>',
  key_name: 'notebook',
}

describe('the facts of a notification', () => {
  it('stand in the order in which people read them, unknown ones left out, others at the end', () => {
    expect(detailRows({ details }, 'America/New_York').map(({ title, text }) => `${title}: ${text}`)).toEqual([
      'Alert: <b>Mine</b>',
      'Symbol: SPY',
      'Type: call',
      'Strike: 580.00',
      'Expiration: Fri, Dec 18 2026',
      'Days to expiration: 28',
      'Premium: $523,400',
      'Contracts: 1,200',
      'Side: At Ask',
      'Triggered: Nov 20, 10:00 EST',
      'Key name: notebook',
    ])
  })

  it('show what is not of the expected kind as it is', () => {
    const odd = { strike: 'high', confidence: 0.72, note: ['a', 1] }

    expect(detailRows({ details: odd }, 'UTC').map(({ text }) => text)).toEqual(['high', '72%', '["a",1]'])
  })
})
