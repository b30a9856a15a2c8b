import { describe, expect, it } from 'vitest'
import { ideaExpiryMs } from '../../../src/alerts/domain/idea-expiry.ts'
import { Reason } from '../../../src/notifications/contract/reason.ts'
import { EndpointUrl, PhoneNumber, SettingsChange } from '../../../src/notifications/contract/settings.ts'
import { cooldownCutoffMs, nextPossibleMs } from '../../../src/notifications/domain/cooldown.ts'
import { afterEvent, shownStatus, stateOf } from '../../../src/notifications/domain/delivery/delivery-state.ts'
import { reasonWords, sentReason } from '../../../src/notifications/domain/delivery/reason-words.ts'
import { eventKeys, inRaisingOrder, samePrintKeys } from '../../../src/notifications/domain/event-key.ts'
import { maskedPhone, maskedUrl } from '../../../src/notifications/domain/settings.ts'
import { readReason } from '../../../src/notifications/store/delivery-rows.ts'

const now = Date.parse('2026-11-20T15:00:00Z')

describe('the cooldown', () => {
  it('has ended exactly after its minutes', () => {
    const fired = now - 30 * 60_000

    expect(fired <= cooldownCutoffMs(30, now)).toBe(true)
    expect(fired + 1 <= cooldownCutoffMs(30, now)).toBe(false)
    expect(nextPossibleMs(30, fired)).toBe(now)
  })
})

describe('event keys', () => {
  it('tell the two types of one print apart, and know them for the same print', () => {
    expect(samePrintKeys(eventKeys.unusualActivity('p:1'))).toEqual([eventKeys.whaleTrade('p:1')])
    expect(samePrintKeys(eventKeys.whaleTrade('p:1'))).toEqual([eventKeys.unusualActivity('p:1')])
    expect(samePrintKeys(eventKeys.alert('rule', 'p:1'))).toEqual([])
  })

  it('raise the whale first, and keep the order of the rest', () => {
    const keys = [eventKeys.unusualActivity('1'), eventKeys.alert('r', '1'), eventKeys.whaleTrade('1')]

    expect(inRaisingOrder(keys.map((eventKey) => ({ eventKey }))).map(({ eventKey }) => eventKey)).toEqual([
      keys[1],
      keys[2],
      keys[0],
    ])
  })
})

describe('a delivery', () => {
  it.each([
    ['pending', 'acknowledged', 'sent'],
    ['pending', 'retry_scheduled', 'pending'],
    ['pending', 'gave_up', 'failed'],
    ['pending', 'limit_reached', 'throttled'],
    ['throttled', 'slot_freed', 'pending'],
    ['throttled', 'dropped', 'dropped'],
    ['dropped', 'redelivered', 'sent'],
    ['failed', 'redelivered', 'sent'],
    ['failed', 'requeued', 'pending'],
    ['sent', 'bounced', 'failed'],
    ['sent', 'retry_scheduled', null],
    ['failed', 'acknowledged', null],
    ['dropped', 'slot_freed', null],
    ['sent', 'acknowledged', null],
  ] as const)('that is %s and %s is %s', (state, event, next) => {
    expect(afterEvent(state, event)).toBe(next)
  })

  it('shows throttled whether it waits for a slot or was dropped', () => {
    expect(stateOf('throttled', '2026-11-20T15:00:00.000Z')).toBe('throttled')
    expect(stateOf('throttled', null)).toBe('dropped')
    expect([shownStatus('throttled'), shownStatus('dropped'), shownStatus('sent')]).toEqual([
      'throttled',
      'throttled',
      'sent',
    ])
  })
})

describe('a trade idea for a program', () => {
  it.each([
    ['in a session', '2026-11-20T15:00Z', '2026-11-20T21:00Z'],
    ['before the open', '2026-11-20T10:00Z', '2026-11-20T21:00Z'],
    ['at the close', '2026-11-20T21:00Z', '2026-11-23T21:00Z'],
    ['on a Saturday', '2026-11-21T12:00Z', '2026-11-23T21:00Z'],
    ['before a day that ends early', '2026-11-26T15:00Z', '2026-11-27T18:00Z'],
  ])('raised %s expires at the close that follows', (_when, raised, expires) => {
    expect(ideaExpiryMs(Date.parse(raised))).toBe(Date.parse(expires))
  })
})

describe('reasons', () => {
  const at = Date.parse('2026-11-20T20:02:00Z')
  it.each<[Reason, string]>([
    [{ code: 'quiet_hours', atMs: at }, 'Held by quiet hours until 15:02'],
    [{ code: 'digest', kind: 'hourly', atMs: at }, 'In the hourly digest at 15:02'],
    [{ code: 'digest', kind: 'daily', atMs: at + 86_400_000 }, 'In the daily digest at 2026-11-21 15:02'],
    [{ code: 'limit', window: 'hour', limit: 50, atMs: at }, 'Limit of 50 per hour reached; goes out about 15:02'],
    [{ code: 'plan', channel: 'webhook' }, 'The Webhook channel needs the Vega plan'],
    [{ code: 'not_configured', channel: 'email' }, 'E-mail is not configured on this server'],
    [{ code: 'not_verified', channel: 'sms' }, 'Phone number not verified'],
    [{ code: 'in_summary', atMs: at }, 'In the summary of 15:02'],
    [{ code: 'gave_up', error: 'http_404', attempts: 4 }, 'Given up after 4 tries (http_404)'],
  ])('%j', (reason, words) => {
    expect(reasonWords(readReason(JSON.stringify(reason)), 'America/New_York', now)).toBe(words)
  })

  it('have words for every code', () => {
    const sample = {
      atMs: at,
      kind: 'daily',
      window: 'day',
      limit: 5,
      channel: 'sms',
      failures: 5,
      error: 'x',
      text: 'Said so.',
      next: 2,
      most: 8,
      attempts: 1,
      minutes: 5,
    }
    const words = Reason.options.map(({ shape }) => {
      const [code] = shape.code.values
      return reasonWords(Reason.parse({ ...sample, code }), 'UTC', now)
    })

    expect(words.filter((text) => text === null || text.length < 5)).toEqual([])
    expect(new Set(words).size).toBeGreaterThanOrEqual(words.length - 1)
  })

  it('say how late a message was sent from two minutes on', () => {
    expect(sentReason(now, now + 119_999)).toBeNull()
    expect(sentReason(now, now + 14 * 60_000)).toEqual({ code: 'sent_late', minutes: 14 })
  })
})

describe('settings', () => {
  it.each([
    [{ time_zone: 'Mars/Olympus' }],
    [{ digest_time: '25:00' }],
    [{ frequency: 'weekly' }],
    [{ channels: { fax: { enabled: true } } }],
    [{ channels: { email: { enabled: true, address: 'a@b.example' } } }],
    [{ quiet_hours: Array.from({ length: 21 }, () => ({ start: '22:00', end: '06:00', days: ['mon'] })) }],
    [{ quiet_hours: [{ start: '25:00', end: '06:00', days: ['mon'] }] }],
    [{ sounds: true }],
  ])('refuse %j', (change) => {
    expect(SettingsChange.safeParse(change).success).toBe(false)
  })

  it('take what the API documents', () => {
    const change = {
      enabled: true,
      channels: {
        email: { enabled: true },
        slack: { enabled: true, url: 'https://hooks.slack.com/services/T/B/X' },
        webhook: { url: null },
      },
      quiet_hours: [{ start: '22:00', end: '06:00', days: ['mon', 'sun'] }],
      time_zone: 'Europe/Berlin',
      frequency: 'daily',
      digest_time: '07:30',
      sound: false,
    }

    expect(SettingsChange.parse(change)).toEqual(change)
  })

  it('show of addresses what tells them apart, never what they carry', () => {
    expect(maskedUrl('https://user:pw@hooks.example.com:8443/hook/abc?secret=s3cret')).toBe(
      'https://hooks.example.com:8443/…',
    )
    expect(maskedUrl('nonsense s3cret')).toBe('…')
    expect(maskedPhone('+12025550123')).toBe('+1…123')
  })

  it('take URLs and numbers of one form alone', () => {
    expect(EndpointUrl.safeParse('https://x.example/a b').success).toBe(false)
    expect(EndpointUrl.safeParse('ftp://x.example').success).toBe(false)
    expect(PhoneNumber.safeParse('2025550123').success).toBe(false)
    expect(PhoneNumber.parse(' +12025550123 ')).toBe('+12025550123')
  })
})
