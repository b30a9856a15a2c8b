import type { NotificationContent } from '../../../src/notifications/domain/notification.ts'
import type { ChannelMessage } from '../../../src/notifications/ports/channel.ts'

export const CONTENT: NotificationContent = {
  type: 'whale_trade',
  title: 'NVDA 150C: $1.2M bought above ask',
  body: 'A sweep of 4,000 contracts crossed four exchanges.',
  symbol: 'NVDA',
  priority: 'normal',
  details: {
    activity_type: 'whale_trade',
    symbol: 'NVDA',
    option_type: 'call',
    strike: 150,
    expiration_date: '2026-12-18',
    premium: 1_200_000,
    unusual_score: 87.5,
    side: 'above_ask',
    side_label: 'Above Ask',
    dte: 28,
    size: 4_000,
    triggered_at: '2026-11-20T15:00:05.123Z',
  },
}

/** What a webhook is sent of a trade idea. */
export const IDEA = {
  alert_name: 'Bullish tech',
  source: 'trade_idea',
  symbol: 'NVDA',
  direction: 'bullish',
  strategy: 'long_call',
  entry_price: 148.5,
  target_price: 160,
  triggered_at: '2026-11-20T15:00:05.123Z',
  matched_criteria: { direction: 'bullish', min_confidence: 0.7 },
}

export function message(changes: Partial<ChannelMessage> = {}): ChannelMessage {
  return {
    deliveryId: '0199f0c2-7a10-7c3b-9e55-8d2f4a6b1c3d',
    notificationId: '0199f0c2-7a10-7c3b-9e55-000000000001',
    seq: 42,
    content: CONTENT,
    programPayload: null,
    createdAt: '2026-11-20T15:00:05.123Z',
    dueAt: '2026-11-20T15:00:05.123Z',
    timeZone: 'America/New_York',
    url: 'https://options.example.com/n/1',
    unsubscribeUrl: 'https://options.example.com/unsubscribe?t=canary-unsubscribe',
    items: [],
    moreItems: 0,
    ...changes,
  }
}

/** A summary of what was held back over night. */
export function summary(count = 20, more = 4_980): ChannelMessage {
  return message({
    content: { ...CONTENT, title: `${count + more} alerts while it was quiet`, body: '', details: {} },
    dueAt: '2026-11-20T15:14:05.123Z',
    items: Array.from({ length: count }, (_, index) => ({
      ...CONTENT,
      title: `${index + 1}. NVDA 150C: $1.2M bought above ask`,
      createdAt: '2026-11-20T14:00:05.123Z',
    })),
    moreItems: more,
  })
}

const LONG = '🐳&<>"\'@everyone *x* [a](b) '.repeat(4_000)

/** What a rule's name and a vendor's headline can be at worst. */
export const HOSTILE = message({
  content: {
    ...CONTENT,
    title: `Deal\r\nBcc: eve@example.com\u0000 @everyone <!channel> ${LONG}`,
    body: `@here \ud83d \u202egnp.exe\u202c <script>alert(1)</script>\n${LONG}`,
    priority: 'high',
    details: { ...CONTENT.details, alert_name: `<@U1> ${LONG}`, activity_type: LONG, side_label: LONG },
  },
})
