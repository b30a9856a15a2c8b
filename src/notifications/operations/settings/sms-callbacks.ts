/** What the SMS vendor reports about messages and numbers. */

import type { SealedBox } from '../../../lib/node/sealed-box.ts'
import type { SmsReport } from '../../ports/sms-callbacks.ts'
import type { NotificationStore } from '../../store/index.ts'
import { changeConsent } from './address-consent.ts'

export interface SmsCallbackParts {
  readonly store: NotificationStore
  readonly notifier: { readonly box: SealedBox }
  readonly now: () => Date
}

/** A message that was taken for sent and did not arrive is shown as failed. Reports come repeatedly and in any order. */
export async function reportSms(
  { store, now }: Pick<SmsCallbackParts, 'store' | 'now'>,
  deliveryId: string,
  { outcome, errorCode }: SmsReport,
): Promise<void> {
  if (outcome !== 'failed') return
  const text = `The SMS was not delivered${errorCode === null ? '' : ` (the vendor's error ${errorCode})`}`
  await store.deliveries.setUndelivered(deliveryId, 'sms', { code: 'undelivered', text }, now())
}

/** STOP ends the channel for the number, in every account that has it; START resumes it. */
export async function changeSmsConsent(
  { store, notifier, now }: SmsCallbackParts,
  phoneNumber: string,
  action: 'stop' | 'start',
): Promise<void> {
  const parts = { box: notifier.box, now: now() }
  await store.transaction((repositories) =>
    changeConsent(repositories, parts, { channel: 'sms', address: phoneNumber, action }),
  )
}
