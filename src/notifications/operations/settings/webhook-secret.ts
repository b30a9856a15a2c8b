import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import type { NotificationRepositories } from '../../store/index.ts'
import { callingAccount } from '../access.ts'
import type { NotificationContext } from '../context.ts'
import { newSigningSecret, rotated, type ShownSecret, shownSecret } from './signing-secret.ts'

export const SecretAnswer = z.object({
  signing_secret: z.string().describe('Secret of the signatures, in the form of Standard Webhooks.'),
  previous_valid_until: z.iso
    .datetime()
    .nullable()
    .describe('Until when the secret before this one signs too, UTC; null when none does.'),
})

type Choose = (endpoint: Endpoint) => boolean

/** The webhook of the account itself, not that of a rule. */
export const ofTheAccount: Choose = ({ channel, alertId }) => channel === 'webhook' && alertId === null

export async function revealSecret(context: NotificationContext, choose: Choose): Promise<ShownSecret> {
  const { id } = callingAccount(context)
  const endpoint = await chosen(context.store, id, choose)
  return shown(context, endpoint)
}

/** Both secrets sign for a day, so that a receiver can change over without a refusal. */
export async function rotateSecret(context: NotificationContext, choose: Choose): Promise<ShownSecret> {
  const { store, notifier, now, randomBytes } = context
  const { id } = callingAccount(context)
  const endpoint = await store.transaction(async (repositories) => {
    const known = await chosen(repositories, id, choose)
    const changed = rotated(notifier.box, known, newSigningSecret(randomBytes), now())
    await repositories.endpoints.put(changed)
    return changed
  })
  return shown(context, endpoint)
}

async function chosen(
  { endpoints }: Pick<NotificationRepositories, 'endpoints'>,
  accountId: string,
  choose: Choose,
): Promise<Endpoint> {
  const known = (await endpoints.ofAccount(accountId)).find(choose)
  if (!known) throw new AppError('not_found', 'There is no webhook URL. Set one first.')
  return known
}

function shown({ notifier, now }: NotificationContext, endpoint: Endpoint): ShownSecret {
  const secret = shownSecret(notifier.box, endpoint, now())
  if (!secret) throw new AppError('not_found', 'There is no signing secret. Set the webhook URL anew.')
  return secret
}
