/** What the SMS vendor reports about messages and numbers. */
import { afterFailure, HEALTHY } from '../../domain/notifications/endpoint-health.ts'
import type { SealedBox } from '../../lib/node/sealed-box.ts'
import type { SmsReport } from '../../ports/sms-callbacks.ts'
import type { Store } from '../../store/open.ts'

export interface SmsCallbackParts {
  readonly store: Store
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
  await store.transaction(async ({ endpoints }) => {
    for (const { id, health } of await endpoints.ofAddress('sms', notifier.box.digest(phoneNumber))) {
      const isStopped = health.state === 'disabled'
      if (action === 'stop' && !isStopped) await endpoints.setHealth(id, afterFailure(health, now().getTime(), true))
      if (action === 'start' && isStopped) await endpoints.setHealth(id, HEALTHY)
    }
  })
}
