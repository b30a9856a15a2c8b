import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { programFile } from './process/program-file.ts'
import { tempRoot } from './process/temp-folder.ts'

const root = resolve(import.meta.dirname, '../..')

/** The real service in a process of its own, on a free port and a store of its own. */
export interface RunningService extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  readonly folder: string
  readonly environment: Record<string, string>
  /** Everything that it has written so far, standard output and error. */
  readonly output: () => string
  /** Adds a text that the output must not hold; the secrets of the settings are watched anyway. */
  guard(secret: string): void
  /** When the process has ended, by whatever. */
  readonly ended: Promise<unknown>
  /** The answer of a process that a benchmark has made to be asked; rejects when it ends before. */
  ask(question: string): Promise<unknown>
  /** Sends SIGTERM and gives the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export const SECRET_SETTINGS = {
  SESSION_SECRET: 'canary-session-secret-0123456789abcdef',
  WEBHOOK_SECRET: 'canary-webhook-secret',
}

export interface ServiceOptions {
  /** Settings besides HOST, PORT, DATABASE_PATH and the secrets. */
  readonly settings?: Record<string, string>
  readonly entry?:
    | 'src/main.ts'
    | 'src/start.ts'
    | 'test/support/process/own-market-process.ts'
    | 'test/support/process/receiver-process.ts'
    | 'test/support/process/shifted-clock-process.ts'
    | 'test/bench/scale/growing-market-process.ts'
    | 'test/bench/scale/counted-dispatcher-process.ts'
  /** A folder to run in that is kept; else one is made and removed. */
  readonly folder?: string
}

export async function startService({
  settings,
  entry = 'src/main.ts',
  folder: given,
}: ServiceOptions = {}): Promise<RunningService> {
  const folder = given ?? mkdtempSync(join(tempRoot, 'optionwire-'))
  const environment = {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
    TZ: 'Pacific/Auckland',
    // These processes have the real clock, and tests run at any hour.
    MARKET_ALWAYS_OPEN: 'true',
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_PATH: join(folder, 'store.sqlite3'),
    // The first run makes its own secrets, and would replay the last session while the exchanges are closed.
    ...(entry === 'src/start.ts' ? { MARKET_OFF_HOURS: 'closed' } : SECRET_SETTINGS),
    ...settings,
  }
  const child = spawn(process.execPath, [programFile(entry)], {
    ...{ cwd: folder, env: environment },
    stdio: ['pipe', 'pipe', 'pipe', ...(entry.startsWith('test/bench/') ? (['ipc'] as const) : [])],
  })
  // Not `exit`: what it wrote last is read when its streams have ended.
  const exited = new Promise((resolveEnd) => child.once('close', resolveEnd))
  const lines: string[] = []
  const secrets = new Set<string>(Object.values(SECRET_SETTINGS))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => lines.push(text))
  const url = await addressOf(child, lines)
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
    return child.exitCode
  }
  return {
    url,
    pid: child.pid ?? 0,
    folder,
    environment,
    output: () => lines.join(''),
    ended: exited,
    guard: (secret) => void secrets.add(secret),
    async ask(question) {
      const ended = new AbortController()
      void exited.then(() => ended.abort(new Error('the process has ended')))
      const answer = once(child, 'message', { signal: ended.signal })
      child.send(question)
      return (await answer)[0]
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      const found = [...secrets].filter((secret) => lines.join('').includes(secret))
      if (found.length > 0) throw new Error(`${found.length} secrets were found in the output of the service`)
      if (given === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function addressOf(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolveUrl, reject) => {
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${lines.join('')}`)))
    if (!child.stdout) return
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(`${line}\n`)
      const address = /"url":"([^"]+)".*"msg":"listening"/.exec(line)
      if (address?.[1]) resolveUrl(address[1])
    })
  })
}
