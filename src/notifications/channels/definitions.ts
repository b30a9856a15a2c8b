/** Every channel, in the order in which documents and settings list them. Senders are in `index.ts`. */
import { discord } from './discord/definition.ts'
import { email } from './email/definition.ts'
import { push } from './push/definition.ts'
import { slack } from './slack/definition.ts'
import { sms } from './sms/definition.ts'
import { telegram } from './telegram/definition.ts'
import { webhook } from './webhook/definition.ts'

export const DEFINITIONS = [email, sms, push, slack, discord, telegram, webhook] as const

/** Ways to a person or a program besides the bell, which is always there. */
export type ChannelName = (typeof DEFINITIONS)[number]['name']
