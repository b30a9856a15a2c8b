import { AppError } from '../../lib/errors.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import { serve } from '../serve.ts'
import type { CommandParts } from './command-parts.ts'

export function serveCommand({ config }: Pick<CommandParts, 'config'>): Command {
  return {
    name: 'serve',
    usage: '',
    summary: 'Start the service with the settings from the environment and .env.',
    async run({ args }) {
      if (args.length > 0)
        throw new AppError('invalid', 'serve takes no arguments: it reads its settings from the environment.')
      const service = await serve(config())
      process.exitCode = await service.ended
    },
  }
}
