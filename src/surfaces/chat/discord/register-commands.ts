import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { CHAT_COMMANDS } from '../commands/chat-commands.ts'
import type { ChatCommand, CommandForm, CommandOption } from '../commands/command.ts'
import { callDiscord, type DiscordApi } from './discord-api.ts'

const SUBCOMMAND = 1
const STRING = 3
const MAX_VALUE = 100

const Registered = z.array(z.object({ id: z.string(), name: z.string() }))

/** Replaces all commands of the app, and returns what Discord has then. */
export async function registerCommands(api: DiscordApi, botToken: string): Promise<string[]> {
  const path = `/applications/${api.applicationId}/commands`
  const headers = { authorization: `Bot ${botToken}` }
  const body = CHAT_COMMANDS.map(discordCommand)
  const response = await callDiscord(api, path, { method: 'PUT', headers, body }).catch((cause: unknown) => {
    const message = `Discord cannot be reached at ${api.apiUrl}. Check the network and DISCORD_API_URL, and try again.`
    throw new AppError('unavailable', message, { cause })
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw refusal(response.status)
  }
  return Registered.parse(await response.json()).map(({ name }) => name)
}

/** https://docs.discord.com/developers/interactions/application-commands#application-command-object */
function discordCommand({ name, says, forms }: ChatCommand) {
  const [form] = forms
  if (form && form.verb === undefined) return { name, description: says, options: optionsOf(form) }
  const options = forms.map((it) => {
    return { type: SUBCOMMAND, name: it.verb, description: it.says, options: optionsOf(it) }
  })
  return { name, description: says, options }
}

function optionsOf({ options }: CommandForm) {
  return options.map(({ name, says, choices, suggest }: CommandOption) => ({
    type: STRING,
    name,
    description: says,
    required: true,
    ...(choices ? { choices: choices.map((value) => ({ name: value, value })) } : { max_length: MAX_VALUE }),
    ...(suggest && { autocomplete: true }),
  }))
}

function refusal(status: number): AppError {
  if (status === 401) {
    return new AppError('invalid', 'Discord refuses the bot token. Copy the present one to DISCORD_BOT_TOKEN.')
  }
  if (status === 403 || status === 404) {
    return new AppError(
      'invalid',
      'Discord knows no such app of this bot. DISCORD_APPLICATION_ID and DISCORD_BOT_TOKEN must be of the same app.',
    )
  }
  return new AppError('unavailable', `Discord answered ${status}. Try again later; the commands are as they were.`)
}
