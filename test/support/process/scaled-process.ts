import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { freePort } from '../http/free-port.ts'
import type { TestSchema } from '../postgres.ts'
import { SECRET_SETTINGS } from '../service.ts'

const root = resolve(import.meta.dirname, '../../..')

/** `npm run scaled`: the processes of a service behind a proxy. */
export interface ScaledProcess extends AsyncDisposable {
  readonly url: string
  readonly output: () => string
  /** Process ids of those that live and do this work, from their own environments. */
  pids(roles: string): number[]
  /** Ends all, as Ctrl-C does; gives the exit code. */
  stop(): Promise<number | null>
}

export async function startScaled(
  schema: Pick<TestSchema, 'roleUrl'>,
  { folder, settings }: { readonly folder: string; readonly settings: Record<string, string> },
): Promise<ScaledProcess> {
  const port = await freePort()
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    PORT: String(port),
    DATABASE_URL: schema.roleUrl,
    MARKET_ALWAYS_OPEN: 'true',
    ...SECRET_SETTINGS,
    ...settings,
  }
  const child = spawn(process.execPath, [resolve(root, 'src/scaled.ts')], { cwd: folder, env: environment })
  const ended = new Promise<number | null>((resolveEnd) => child.once('close', resolveEnd))
  const written: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => written.push(text))
  const ready = new Promise<string>((resolveUrl, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      written.push(text)
      const url = /^Optionwire runs at (\S+)/m.exec(text)?.[1]
      if (url) resolveUrl(url)
    })
    void ended.then((code) => reject(new Error(`it ended with ${code}:\n${written.join('')}`)))
  })
  const url = await ready
  const stop = () => {
    if (child.exitCode === null) child.kill('SIGINT')
    return ended
  }
  return {
    url,
    output: () => written.join(''),
    pids: (roles) => childrenOf(child.pid ?? 0).filter((pid) => environmentOf(pid).includes(`ROLES=${roles}`)),
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
}

function childrenOf(pid: number): number[] {
  const isChild = (each: string) => new RegExp(`^PPid:\\s+${pid}$`, 'm').test(textOf(`/proc/${each}/status`))
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isChild(name))
    .map(Number)
}

const environmentOf = (pid: number): string[] => textOf(`/proc/${pid}/environ`).split('\0')

/** Empty where the process has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
