import { HEALTHY } from '../../domain/notifications/endpoint-health.ts'
import type { Groups } from '../../store/groups.ts'

/** A mail was answered, so mails arrive: what was known of refusals and failures is past. */
export async function confirmEmailEndpoint({ endpoints }: Groups, accountId: string, at: Date): Promise<void> {
  for (const { id, channel } of await endpoints.ofAccount(accountId)) {
    if (channel !== 'email') continue
    await endpoints.setVerified(id, at)
    await endpoints.setHealth(id, HEALTHY)
  }
}
