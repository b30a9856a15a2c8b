import type { ChannelMessage } from '../../../ports/channel.ts'
import { localTime } from '../local-time.ts'
import { ageIfLate, messageText } from '../message-text.ts'
import { inOneSegment } from './transliterate.ts'

/** One message of 160 places: what happened, when, and where more is. A summary is its title, which holds the count. */
export function smsBody(message: ChannelMessage): string {
  const { title, high } = messageText(message)
  return inOneSegment(`${high ? 'HIGH: ' : ''}${title} ${timeOf(message)}`.trim(), message.url)
}

/** The text that carries a code; it warns, since codes are what callers ask people for. */
export function verificationText(code: string, minutes: number): string {
  return inOneSegment(`${code} is your Optionwire code, valid for ${minutes} min. Nobody from us will ask you for it.`)
}

function timeOf(message: ChannelMessage): string {
  if (message.items.length > 0) return ''
  const age = ageIfLate(message.createdAt, message)
  return age === null ? `(${localTime(message.createdAt, message.timeZone)})` : `(${age} ago)`
}
