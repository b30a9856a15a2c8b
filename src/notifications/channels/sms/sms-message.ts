import type { ChannelMessage } from '../../ports/channel.ts'
import { localTime } from '../local-time.ts'
import { ageIfLate, messageText } from '../message-text.ts'
import { inOneSegment } from './transliterate.ts'

/** One message of 160 places: what happened, when, and where more is. A summary is its title, which holds the count. */
export function smsBody(message: ChannelMessage): string {
  const { title, high } = messageText(message)
  return inOneSegment(`${high ? 'HIGH: ' : ''}${title} ${timeOf(message)}`.trim(), message.url)
}

function timeOf(message: ChannelMessage): string {
  if (message.items.length > 0) return ''
  const age = ageIfLate(message.createdAt, message)
  return age === null ? `(${localTime(message.createdAt, message.timeZone)})` : `(${age} ago)`
}
