import { AppError } from '../../lib/errors.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import type { CommandParts } from './command-parts.ts'

const USAGE = '[confirm]'

export function clockCommand({ parts }: Pick<CommandParts, 'parts'>): Command {
  return {
    name: 'clock',
    usage: USAGE,
    summary:
      'Show whether the service believes the clock of this machine, or confirm that it is right after a jump: what waits then resumes.',
    async run({ args, json, stdout }) {
      const [action, ...rest] = args
      if ((action !== undefined && action !== 'confirm') || rest.length > 0) {
        throw new AppError('invalid', `optionwire clock ${USAGE}`)
      }
      const { clock } = await parts()
      if (action === 'confirm') await clock.confirm()
      const { detail } = clock.check()
      const answer = { now: clock.now().toISOString(), steady: clock.mayDelete(), detail }
      stdout.write(json ? `${JSON.stringify(answer)}\n` : `${answer.now} ${detail}\n`)
    },
  }
}
