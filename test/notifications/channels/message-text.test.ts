import { describe, expect, it } from 'vitest'
import { ageWords, localTime } from '../../../src/notifications/channels/local-time.ts'
import { listed, messageText } from '../../../src/notifications/channels/message-text.ts'
import { CONTENT, message, summary } from '../../support/notifications/messages.ts'

describe('what people are told', () => {
  it.each([
    [0, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_599_999, '59 min'],
    [3_600_000, '1 h'],
    [7_500_000, '2 h 5 min'],
    [86_400_000, '1 d'],
    [273_600_000, '3 d 4 h'],
  ])('counts %d ms as %s', (ms, words) => {
    expect(ageWords(ms)).toBe(words)
  })

  it.each([
    ['America/New_York', 'Nov 20, 10:00:05 EST'],
    ['Asia/Kolkata', 'Nov 20, 20:30:05 GMT+5:30'],
    ['Pacific/Chatham', 'Nov 21, 04:45:05 GMT+13:45'],
    ['Mars/Olympus', 'Nov 20, 15:00:05 UTC'],
  ])('names the time in %s', (zone, words) => {
    expect(localTime('2026-11-20T15:00:05.123Z', zone)).toBe(words)
  })

  it('says the age of what goes out two minutes late or more', () => {
    const when = (dueAt: string) => messageText(message({ dueAt })).when

    expect(when('2026-11-20T15:02:05.122Z')).toBe('Nov 20, 10:00:05 EST')
    expect(when('2026-11-20T15:02:05.123Z')).toBe('Nov 20, 10:00:05 EST, 2 min before this message')
    // A clock that was set back makes no message early.
    expect(when('2026-11-20T14:00:00.000Z')).toBe('Nov 20, 10:00:05 EST')
  })

  it('leaves out whole lines of a summary, and counts them with the others', () => {
    const text = messageText(summary(20, 5))

    expect(listed(text, 10_000, ({ title }) => title).at(-1)).toBe('and 5 more')
    expect(listed(text, 100, () => 'x'.repeat(39))).toEqual(['x'.repeat(39), 'x'.repeat(39), 'and 23 more'])
    expect(listed(messageText(summary(2, 0)), 10_000, () => 'line')).toEqual(['line', 'line'])
  })

  it('tells the details that it knows, and none that are missing or of another kind', () => {
    const details = {
      premium: 1_234.5,
      strike: 150,
      unusual_score: 87.25,
      side_label: '',
      dte: null,
      size: { odd: 1 },
      extra: 'x',
    }

    expect(messageText(message({ content: { ...CONTENT, details } })).facts).toEqual([
      { label: 'Strike', value: '$150.00' },
      { label: 'Premium', value: '$1,234.50' },
      { label: 'Unusual score', value: '87.25' },
    ])
  })
})
