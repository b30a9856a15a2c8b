import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { programFile } from './program-file.ts'

const root = resolve(import.meta.dirname, '../../..')

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly cwd: string
  readonly env?: Record<string, string>
}

export interface RunningCommand {
  kill(signal: NodeJS.Signals): void
  readonly ended: Promise<Ended>
}

/** Runs a file of the project in a process of its own, to its end. */
export function run(file: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  return begin(file, args, options).ended
}

export function begin(file: string, args: readonly string[], options: RunOptions): RunningCommand {
  const child = spawn(process.execPath, [programFile(file), ...args], {
    cwd: options.cwd,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
      TZ: 'Pacific/Auckland',
      ...options.env,
    },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = new Promise<Ended>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done({ code, stdout, stderr }))
  })
  return { kill: (signal) => void child.kill(signal), ended }
}

/** Makes a verified account on the Vega plan by the command line, and gives the token of its one key. */
export async function accountWithKey(cli: (...args: string[]) => Promise<Ended>, email: string): Promise<string> {
  const password = 'correct horse battery'
  const made = await cli('account', 'create', '--email', email, '--password', password, '--plan', 'vega', '--verified')
  if (made.code !== 0) throw new Error(made.stderr)
  const key = await cli('key', 'create', '--email', email, '--name', 'walk', '--expires', '30d', '--json')
  const { token } = JSON.parse(key.stdout)
  return token
}
