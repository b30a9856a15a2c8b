import { DEFAULT_TIME_ZONE } from '../../accounts/domain/time-zone.ts'
import type { QuietWindow } from '../contract/quiet-hours.ts'
import { eachChannel } from './delivery/channels.ts'
import { DEFAULT_DIGEST_TIME, type Frequency } from './delivery/digest.ts'
import type { ChannelName } from './notification.ts'

export const MAX_DEVICES = 20

/** The notification settings of an account. Channels are on or off here; their addresses are endpoints. */
export interface NotificationSettings {
  readonly enabled: boolean
  readonly channels: Readonly<Record<ChannelName, boolean>>
  readonly quietHours: readonly QuietWindow[]
  readonly timeZone: string
  readonly frequency: Frequency
  readonly digestTime: string
  readonly sound: boolean
}

export const DEFAULT_SETTINGS: NotificationSettings = {
  enabled: true,
  channels: eachChannel(() => false),
  quietHours: [],
  timeZone: DEFAULT_TIME_ZONE,
  frequency: 'realtime',
  digestTime: DEFAULT_DIGEST_TIME,
  sound: true,
}

/** Scheme and host of a URL, without the path and query, which hold the receiver's secret. */
export function maskedUrl(url: string): string {
  try {
    const { protocol, host } = new URL(url)
    return `${protocol}//${host}/…`
  } catch {
    return '…'
  }
}

/** A phone number that its owner recognizes by the last three digits. */
export function maskedPhone(phoneNumber: string): string {
  return `${phoneNumber.slice(0, 2)}…${phoneNumber.slice(-3)}`
}
