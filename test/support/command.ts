import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a file of the project in a process of its own, to its end. */
export function run(
  file: string,
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string> },
): Promise<Ended> {
  const child = spawn(process.execPath, [resolve(root, file), ...args], {
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
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done({ code, stdout, stderr }))
  })
}
