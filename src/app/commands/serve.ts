import { AppError } from '../../domain/errors.ts'
import type { Command } from '../../surfaces/cli/run-cli.ts'
import { serve } from '../serve.ts'
import type { CommandParts } from './commands.ts'

export function serveCommand({ config }: Pick<CommandParts, 'config'>): Command {
  return {
    name: 'serve',
    usage: '',
    summary: 'Start the service with the settings of the environment and .env, as the strict start does.',
    async run({ args }) {
      if (args.length > 0)
        throw new AppError('invalid', 'serve takes no arguments: it reads its settings from the environment.')
      const service = await serve(config())
      process.exitCode = await service.ended
    },
  }
}
