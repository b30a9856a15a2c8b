import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const { scripts } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../package.json'), 'utf8'))
const [assignments = '', command = ''] = String(scripts.start).split(' exec node ')
const flags = command.split(' ').filter((word) => word.startsWith('--'))

/** What the script of `npm start` gives to its process on this machine. */
export const AS_STARTED = { ...allocatorSettings(), NODE_OPTIONS: flags.join(' ') }

/** As the shell understands them, with this environment. */
export function allocatorSettings(environment: NodeJS.ProcessEnv = {}): Readonly<Record<string, string>> {
  const shown = execFileSync('/bin/sh', ['-c', `${assignments} exec env`], {
    env: { PATH: process.env['PATH'], ...environment },
    encoding: 'utf8',
    // The linker complains of a library that is not there.
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const settings = [...shown.matchAll(/^(LD_PRELOAD|MALLOC_\w+)=(.*)$/gm)]
  return Object.fromEntries(settings.map(([, name, value]) => [name, value]))
}
