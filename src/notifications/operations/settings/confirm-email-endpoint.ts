import { HEALTHY } from '../../domain/delivery/endpoint-health.ts'
import type { NotificationRepositories } from '../../store/index.ts'

/** A mail was answered, so mails arrive: what was known of refusals and failures is past. */
export async function confirmEmailEndpoint(
  { endpoints }: NotificationRepositories,
  accountId: string,
  at: Date,
): Promise<void> {
  for (const { id, channel } of await endpoints.ofAccount(accountId)) {
    if (channel !== 'email') continue
    await endpoints.setVerified(id, at)
    await endpoints.setHealth(id, HEALTHY)
  }
}
