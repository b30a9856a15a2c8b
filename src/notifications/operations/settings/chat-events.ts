/** What happened in the chats of a bot, as the addresses of accounts learn of it. */
import type { Identity } from '../../../accounts/operations/identity.ts'
import type { SealedBox } from '../../../lib/node/sealed-box.ts'
import { CHAT_CODE_PURPOSE } from '../../domain/chat-code.ts'
import { HEALTHY } from '../../domain/delivery/endpoint-health.ts'
import type { ChannelName } from '../../domain/notification.ts'
import { DEFAULT_SETTINGS } from '../../domain/settings.ts'
import type { ChatEvent } from '../../ports/chat-bot.ts'
import type { NotificationRepositories } from '../../store/index.ts'
import { changeConsent } from './address-consent.ts'
import { newEndpoint, sealedAddress } from './endpoint-parts.ts'

export interface ChatEventParts {
  readonly notifier: { readonly box: SealedBox }
  readonly identity: Pick<Identity, 'digest'>
  readonly now: () => Date
  readonly newId: () => string
  /** `{base_url}` of links. */
  readonly publicUrl: () => string
}

/** Applies one event; gives what to reply to the chat, null where nothing is said. */
export async function applyChatEvent(
  repositories: NotificationRepositories,
  parts: ChatEventParts,
  channel: ChannelName,
  event: ChatEvent,
): Promise<string | null> {
  const { box } = parts.notifier
  switch (event.kind) {
    case 'code':
      return linked(repositories, parts, channel, event)
    case 'ended':
    case 'resumed': {
      const action = event.kind === 'ended' ? 'stop' : 'start'
      await changeConsent(repositories, { box, now: parts.now() }, { channel, address: event.address, action })
      return null
    }
    case 'moved': {
      const known = await repositories.endpoints.ofAddress(channel, box.digest(event.address))
      for (const { id } of known) await repositories.endpoints.setAddress(id, sealedAddress(box, event.to))
      return null
    }
  }
}

type CodeEvent = Extract<ChatEvent, { kind: 'code' }>

async function linked(
  repositories: NotificationRepositories,
  { notifier, identity, now, newId, publicUrl }: ChatEventParts,
  channel: ChannelName,
  { address, label, code }: CodeEvent,
): Promise<string> {
  const settingsUrl = `${publicUrl()}/settings`
  if (code === '') return `To get your alerts here, link this chat in the settings of Optionwire: ${settingsUrl}`
  const { chatLinks, endpoints, notificationSettings } = repositories
  const at = now()
  const accountId = await chatLinks.takeCode(channel, identity.digest(CHAT_CODE_PURPOSE, code), at)
  if (accountId === undefined) {
    return `This link was used already or has expired. Make a new one in the settings of Optionwire: ${settingsUrl}`
  }
  const [known] = (await endpoints.ofAccount(accountId)).filter((it) => it.channel === channel)
  // The endpoint keeps its id, so that what waits for the chat before goes to this one.
  const made = newEndpoint(notifier.box, {
    id: known?.id ?? newId(),
    accountId,
    channel,
    address,
    label,
    verified: true,
    at,
  })
  await endpoints.put({ ...made, health: HEALTHY })
  const settings = (await notificationSettings.of(accountId)) ?? DEFAULT_SETTINGS
  // A chat that was just linked is meant to be used.
  await notificationSettings.put(accountId, { ...settings, channels: { ...settings.channels, [channel]: true } })
  return 'This chat is linked. Your alerts from Optionwire come here.'
}
