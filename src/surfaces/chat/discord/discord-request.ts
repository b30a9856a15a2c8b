import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import type { ChatUser } from '../../../accounts/domain/chat-link.ts'
import { AppError } from '../../../lib/errors.ts'
import { oneLine } from '../../../lib/text/visible-text.ts'
import { CHAT_COMMANDS } from '../commands/chat-commands.ts'
import type { CommandForm, CommandOption } from '../commands/command.ts'
import type { Signatures } from '../signed-requests.ts'

const MAX_NAME = 80
const PING = 1
const COMMAND = 2
const TYPING = 4

const Option = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  focused: z.boolean().optional(),
  get options() {
    return z.array(Option).optional()
  },
})
type Option = z.infer<typeof Option>

const User = z.object({ id: z.string().min(1).max(40), username: z.string() })
/** https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object */
const Interaction = z.object({
  type: z.int(),
  token: z.string().min(1).max(1_000),
  data: z.object({ name: z.string(), options: z.array(Option).optional() }).optional(),
  member: z.object({ user: User }).optional(),
  user: User.optional(),
})

export type DiscordRequest =
  | { readonly kind: 'ping' }
  | {
      readonly kind: 'command'
      readonly user: ChatUser
      readonly command: string
      readonly text: string
      /** With it the answer may be changed for 15 minutes. */
      readonly token: string
    }
  | {
      readonly kind: 'typing'
      readonly user: ChatUser
      /** Undefined for an option that is not known, such as one of an earlier version. */
      readonly option: CommandOption | undefined
      readonly typed: string
    }

/** https://docs.discord.com/developers/interactions/overview#validating-security-request-headers */
export function discordSignatures(publicKey: string): Signatures {
  const x = Buffer.from(publicKey, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return {
    signature: 'x-signature-ed25519',
    timestamp: 'x-signature-timestamp',
    isValid: ({ signature, timestamp, body }) =>
      // In one spelling alone: a signature is accepted once.
      /^[0-9a-f]{128}$/.test(signature) &&
      verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'hex')),
  }
}

export function readInteraction(body: Buffer): DiscordRequest {
  const { type, token, data, member, user: own } = parsed(body)
  if (type === PING) return { kind: 'ping' }
  const sender = member?.user ?? own
  if (!data || !sender || (type !== COMMAND && type !== TYPING)) throw notOurs()
  const user = chatUser(sender)
  const command = data.name.toLowerCase()
  const { form, options } = formOf(command, data.options ?? [])
  if (type === COMMAND) return { kind: 'command', user, command, text: textOf(form, options), token }
  const focused = options.find((option) => option.focused)
  const option = form?.options.find(({ name }) => name === focused?.name)
  return { kind: 'typing', user, option, typed: String(focused?.value ?? '').trim() }
}

function parsed(body: Buffer): z.infer<typeof Interaction> {
  try {
    return Interaction.parse(JSON.parse(body.toString('utf8')))
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) throw notOurs()
    throw error
  }
}

function notOurs(): AppError {
  return new AppError('malformed', 'This is no interaction of Discord that this service answers.')
}

/** An id names one user in all servers and conversations, so a link holds in all of them. */
function chatUser({ id, username }: z.infer<typeof User>): ChatUser {
  const place = { workspaceId: 'discord', workspaceName: 'all servers' }
  return { vendor: 'discord', ...place, userId: id, userName: oneLine(username, MAX_NAME) || id }
}

/** The form that was filled in, with what was filled in. */
function formOf(command: string, given: readonly Option[]) {
  const forms = CHAT_COMMANDS.find(({ name }) => name === command)?.forms ?? []
  const [form = undefined] = forms
  if (form && form.verb === undefined) return { form, options: given }
  const [chosen] = given
  return { form: forms.find(({ verb }) => verb === chosen?.name), options: chosen?.options ?? [] }
}

/** What a user would write in a chat with free text. */
function textOf(form: CommandForm | undefined, given: readonly Option[]): string {
  const values = form?.options.map(({ name }) => given.find((option) => option.name === name)?.value ?? '') ?? []
  return [form?.verb ?? '', ...values].map(String).join(' ').trim()
}
