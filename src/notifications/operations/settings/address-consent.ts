import type { SealedBox } from '../../../lib/node/sealed-box.ts'
import { afterFailure, HEALTHY } from '../../domain/delivery/endpoint-health.ts'
import type { ChannelName } from '../../domain/notification.ts'
import type { NotificationRepositories } from '../../store/index.ts'

export interface Consent {
  readonly channel: ChannelName
  readonly address: string
  readonly action: 'stop' | 'start'
}

/** Whoever has an address ended or resumed messages to it: so it is in every account that has this address. */
export async function changeConsent(
  { endpoints }: Pick<NotificationRepositories, 'endpoints'>,
  { box, now }: { readonly box: SealedBox; readonly now: Date },
  { channel, address, action }: Consent,
): Promise<void> {
  for (const { id, health } of await endpoints.ofAddress(channel, box.digest(address))) {
    const isStopped = health.state === 'disabled'
    if (action === 'stop' && !isStopped) await endpoints.setHealth(id, afterFailure(health, now.getTime(), true))
    if (action === 'start' && isStopped) await endpoints.setHealth(id, HEALTHY)
  }
}
