import { AppError } from '../../lib/errors.ts'
import { discordAgent } from '../../surfaces/chat/discord/discord-api.ts'
import { registerCommands } from '../../surfaces/chat/discord/register-commands.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import { VERSION } from '../version.ts'
import type { CommandParts } from './command-parts.ts'

const USAGE = 'register'
/** Discord wants to know whose program it is, and a clone that was never started has no address of its own. */
const HOME = 'http://127.0.0.1'

export function discordCommand({ lenientConfig }: Pick<CommandParts, 'lenientConfig'>): Command {
  return {
    name: 'discord',
    usage: USAGE,
    summary: 'Register the commands of chats with your application of Discord, in the place of those that it has.',
    async run({ args, json, stdout }) {
      if (args.length !== 1 || args[0] !== 'register') throw new AppError('invalid', `optionwire discord ${USAGE}`)
      const { discord, publicUrl = HOME } = lenientConfig()
      if (!discord?.botToken) {
        const names = 'DISCORD_APPLICATION_ID, DISCORD_PUBLIC_KEY and DISCORD_BOT_TOKEN'
        throw new AppError('invalid', `Set ${names}: docs/chat-commands.md says where Discord shows them.`)
      }
      const { applicationId, apiUrl, botToken } = discord
      const userAgent = discordAgent(publicUrl, VERSION)
      const { signal } = new AbortController()
      const registered = await registerCommands({ apiUrl, applicationId, userAgent, signal }, botToken)
      const list = registered.map((name) => `/${name}`).join(', ')
      const text = `The application ${applicationId} has ${registered.length} commands in all servers: ${list}.`
      stdout.write(json ? `${JSON.stringify({ application_id: applicationId, registered })}\n` : `${text}\n`)
    },
  }
}
