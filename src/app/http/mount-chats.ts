import type { FastifyInstance } from 'fastify'
import { discordAgent } from '../../surfaces/chat/discord/discord-api.ts'
import { mountDiscord } from '../../surfaces/chat/discord/mount-discord.ts'
import { mountSlack } from '../../surfaces/chat/slack/mount-slack.ts'
import type { RateLimits } from '../../surfaces/rest/rate-limit.ts'
import { operations } from '../operations.ts'
import { contextsOf, type Parts } from '../parts.ts'
import { VERSION } from '../version.ts'

interface OfAccounts {
  readonly limits: RateLimits
  readonly needsConfirmedEmail: boolean
}

/** Commands of the chats that have settings. */
export async function mountChats(server: FastifyInstance, parts: Parts, ofAccounts: OfAccounts): Promise<void> {
  const { config, store, identity, now, windows, randomBytes, address, background, log } = parts
  const { slack, discord } = config
  const shared = {
    ...ofAccounts,
    operations,
    contextOf: contextsOf(parts),
    store,
    identity,
    now,
    windows,
    randomBytes,
    publicUrl: () => address.publicUrl,
    afterwards: (work: () => Promise<void>) => background.run(work),
    onFault: (error: unknown) => log.error({ err: error }, 'a command of a chat failed'),
  }
  if (slack) await mountSlack(server, { ...shared, slack })
  if (!discord) return
  const { publicKey, applicationId, apiUrl } = discord
  const api = () => ({ apiUrl, applicationId, userAgent: discordAgent(address.publicUrl, VERSION) })
  await mountDiscord(server, { ...shared, publicKey, api })
}
