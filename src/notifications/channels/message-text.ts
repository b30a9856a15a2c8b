/** What the channels for people say, before each gives it its own form. */

import { clip } from '../../lib/text/clip.ts'
import type { NotificationContent } from '../domain/notification.ts'
import type { ChannelMessage } from '../ports/channel.ts'
import { ageWords, localTime } from './local-time.ts'

/** A message that goes out later than this after its trigger says so: a price alert without its age is a trap. */
const LATE_MS = 120_000
const MAX_TITLE = 200
const MAX_BODY = 2_000
const MAX_FACT = 300
/** Line breaks and other controls, which would start a new header or hide text. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu
/** Signs that turn the direction of what follows, by which a text can be made to read otherwise than it is. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

export interface Fact {
  readonly label: string
  readonly value: string
}

export interface MessageItem {
  readonly title: string
  /** When it happened, and how long ago that is when the message goes out. */
  readonly when: string
}

export interface MessageText {
  readonly title: string
  readonly body: string
  readonly facts: readonly Fact[]
  /** When it happened; with its age where the message is late. */
  readonly when: string
  readonly items: readonly MessageItem[]
  /** How many are left out of `items`. */
  readonly moreItems: number
  readonly high: boolean
}

export function messageText(message: ChannelMessage): MessageText {
  const { content, moreItems } = message
  return {
    title: oneLine(content.title, MAX_TITLE),
    body: clip(plainText(content.body), MAX_BODY),
    facts: factsOf(content),
    when: whenOf(message.createdAt, message),
    items: message.items.map((item) => ({
      title: oneLine(item.title, MAX_TITLE),
      when: whenOf(item.createdAt, message),
    })),
    moreItems,
    high: content.priority === 'high',
  }
}

/**
 * The lines of a summary that fit into `most` characters with their line ends, then how many more there are. Lines are
 * left out whole.
 */
export function listed(text: MessageText, most: number, line: (item: MessageItem) => string): string[] {
  const lines: string[] = []
  let room = most - 'and 1,000,000 more'.length
  for (const item of text.items) {
    const next = line(item)
    room -= next.length + 1
    if (room < 0) break
    lines.push(next)
  }
  const more = text.moreItems + text.items.length - lines.length
  return more > 0 ? [...lines, `and ${more.toLocaleString('en-US')} more`] : lines
}

/** Text without line breaks and other controls, at most so long. */
export function oneLine(text: string, most: number): string {
  return clip(plainText(text).replaceAll(BREAKS, ' ').trim(), most)
}

/** Whole characters, in the order in which they are read. */
function plainText(text: string): string {
  return text.toWellFormed().replaceAll(TURNS, '')
}

/** The instant, and the age where the message goes out late: "Nov 20, 10:00:05 EST, 14 min before this message". */
function whenOf(createdAt: string, message: ChannelMessage): string {
  const time = localTime(createdAt, message.timeZone)
  const age = ageIfLate(createdAt, message)
  return age === null ? time : `${time}, ${age} before this message`
}

/** How long ago it happened when the message goes out; null while that is now. */
export function ageIfLate(createdAt: string, { dueAt }: ChannelMessage): string | null {
  const ageMs = Date.parse(dueAt) - Date.parse(createdAt)
  return ageMs >= LATE_MS ? ageWords(ageMs) : null
}

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 2 })
const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })

/** The details that people are shown, in this order; others are for programs. */
const SHOWN: readonly (readonly [key: string, label: string])[] = [
  ['alert_name', 'Alert'],
  ['activity_type', 'Activity'],
  ['symbol', 'Symbol'],
  ['option_type', 'Type'],
  ['strike', 'Strike'],
  ['expiration_date', 'Expiration'],
  ['dte', 'Days to expiry'],
  ['side_label', 'Side'],
  ['size', 'Contracts'],
  ['premium', 'Premium'],
  ['unusual_score', 'Unusual score'],
]
const IN_USD = new Set(['strike', 'premium'])

function factsOf({ details }: NotificationContent): Fact[] {
  return SHOWN.flatMap(([key, label]) => {
    const value = details[key]
    if (typeof value === 'number') return [{ label, value: (IN_USD.has(key) ? usd : plain).format(value) }]
    return typeof value === 'string' && value !== '' ? [{ label, value: oneLine(value, MAX_FACT) }] : []
  })
}
