import type { ChannelMessage } from '../../../ports/channel.ts'
import { localTime } from '../local-time.ts'
import { ageIfLate, type MessageText, messageText } from '../message-text.ts'
import { inOneSegment } from './transliterate.ts'

/** One message of 160 places: what happened, when, and where more is. A summary is one line with its count. */
export function smsBody(message: ChannelMessage): string {
  const text = messageText(message)
  return inOneSegment(`${headOf(text)} ${timeOf(message)}`.trim(), message.url)
}

/** The text that carries a code; it warns, since codes are what callers ask people for. */
export function verificationText(code: string, minutes: number): string {
  return inOneSegment(`${code} is your Optionwire code, valid for ${minutes} min. Nobody from us will ask you for it.`)
}

function headOf({ title, high, items, moreItems }: MessageText): string {
  const total = items.length + moreItems
  if (total > 0) return `${total.toLocaleString('en-US')} alerts: ${title}`
  return high ? `HIGH: ${title}` : title
}

function timeOf(message: ChannelMessage): string {
  if (message.items.length > 0) return ''
  const age = ageIfLate(message.createdAt, message)
  return age === null ? `(${localTime(message.createdAt, message.timeZone)})` : `(${age} ago)`
}
