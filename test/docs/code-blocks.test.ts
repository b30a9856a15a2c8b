import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { commandsOf } from '../../src/app/commands/commands.ts'
import { operations } from '../../src/app/operations.ts'
import { SETTING_NAMES } from '../../src/app/settings/config.ts'
import { readMigrations, statementsOf } from '../../src/store/migrate.ts'
import { findCommand } from '../../src/surfaces/cli/find-command.ts'
import { operationInput } from '../../src/surfaces/cli/operation-input.ts'
import { snippetsOf } from '../../src/web/accounts/snippets.ts'
import { addAccount } from '../support/add-account.ts'
import { tempFolder } from '../support/process/temp-folder.ts'
import { SECRET_SETTINGS, startService } from '../support/service.ts'
import { codeBlocks, documents, root } from './documents.ts'
import { curlRequest, type ShellCommand, shellCommands } from './shell.ts'

const blocks = documents().flatMap(codeBlocks)
const inLanguage = (language: string) => blocks.filter((block) => block.language === language)
const commands = inLanguage('sh').flatMap((block) => shellCommands(block.text).map((command) => ({ block, command })))

const BASE = 'http://127.0.0.1:3000'
const EMAIL = 'you@example.com'
const TOKEN = 'ow_…'

/** Variables that glibc reads, and tests. */
const OF_OTHERS = ['MALLOC_ARENA_MAX', 'CHAOS_SEED', 'CHAOS_SECONDS', 'CHAOS_FAULTS']

describe('the commands of the documentation', () => {
  const programs = ['npm', 'npx', 'node', 'curl', 'claude', 'docker', 'printf', 'base64']
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const scripts = Object.keys(manifest.scripts)

  it.each(commands.map(({ block, command }) => [block.file, command.words.join(' '), command] as const))(
    '%s: %s',
    (_file, _text, { settings, words }) => {
      expect(programs).toContain(words[0])
      expect(SETTING_NAMES).toEqual(expect.arrayContaining([...settings]))
      if (words[0] === 'npm') expect(scripts).toContain(npmScript(words))
      if (words[0] === 'node') expect(existsSync(join(root, words[1] ?? ''))).toBe(true)
      if (npmScript(words) === 'cli') expect(commandProblem(words.slice(words.indexOf('--') + 1))).toBeNull()
    },
  )

  it('name only settings that exist', () => {
    const known: readonly string[] = [...SETTING_NAMES, ...OF_OTHERS]
    const pages = documents().filter(({ file }) => file === 'README.md' || file.startsWith('docs/'))
    const named = pages.flatMap(({ text }) => [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)])
    const unknown = named.map(([, name]) => name ?? '').filter((name) => !known.includes(name))

    expect(named.length).toBeGreaterThan(30)
    expect(unknown).toEqual([])
  })
})

describe('the requests of the documentation', () => {
  it('are answered by the service', { timeout: 180_000 }, async () => {
    using folder = tempFolder()
    const settings = { MARKET_SYMBOLS: 'SPY,QQQ,AAPL', DECISION_MODE: 'rules' }
    const env = { DATABASE_PATH: folder.file('store.sqlite3'), ...settings }
    const token = await addAccount(env.DATABASE_PATH, { email: EMAIL, password: 'correct horse battery' })
    await using service = await startService({ settings: env, folder: folder.path })
    service.guard(token)
    const requests = commands.filter(({ command }) => command.words[0] === 'curl')

    for (const { block, command } of requests) {
      const { url, init } = curlRequest(filledIn(command, token))
      const answer = await fetch(url.replace(BASE, service.url), init)
      const body = await answer.text()
      expect(answer.status, `${block.file}: ${url}: ${body}`).toBe(200)
      const isLines = answer.headers.get('content-type')?.startsWith('application/x-ndjson')
      for (const text of isLines ? body.trimEnd().split('\n') : [body]) {
        expect(JSON.parse(text), `${block.file}: ${url}`).not.toHaveProperty('error')
      }
    }
    expect(requests.length).toBeGreaterThanOrEqual(4)
  })
})

describe('the JSON of the documentation', () => {
  const json = inLanguage('json')

  it.each(json.map((block) => [block.file, block] as const))('%s is well-formed', (_file, block) => {
    expect(() => JSON.parse(block.text)).not.toThrow()
  })

  it('configures MCP clients as the page of API keys does', () => {
    const token = 'ow_0'
    const bearer = (text: string) =>
      text.replaceAll(TOKEN, token).replaceAll(/Bearer \w+…/g, `Bearer ${btoa(`${EMAIL}:${token}`)}`)
    const offered = snippetsOf(BASE, EMAIL, token).filter(({ text }) => text.startsWith('{'))
    const documented = json.filter(({ file }) => file === 'docs/mcp.md').map(({ text }) => JSON.parse(bearer(text)))

    expect(offered).toHaveLength(3)
    for (const { title, text } of offered) expect(documented, title).toContainEqual(JSON.parse(text))
  })
})

describe('the SQL of the documentation', () => {
  it('adds a plan without touching what belongs to accounts', () => {
    const [change] = inLanguage('sql')
    using store = databaseWithAccount()

    store.db.exec(change?.text ?? '')
    store.db.exec(`UPDATE accounts SET plan = 'rho'`)

    expect(store.db.prepare('SELECT count(*) AS keys FROM api_keys').get()).toEqual({ keys: 1 })
    expect(() => store.db.exec(`UPDATE accounts SET plan = 'other'`)).toThrow(/CHECK/)
  })
})

function npmScript(words: readonly string[]): string {
  const [program, ...rest] = words
  if (program !== 'npm') return ''
  const [verb = '', name = ''] = rest.filter((word) => word !== '-s')
  return verb === 'run' ? name : verb
}

/** Why the command line would refuse these words; null where it would run them. */
function commandProblem(words: readonly string[]): string | null {
  if (words[0] === 'help') return null
  const stderr = process.stderr
  const own = commandsOf({
    config: unused,
    lenientConfig: unused,
    parts: unused,
    now: unused,
    monotonicMs: unused,
    stderr,
  })
  const found = findCommand(words, operations, own)
  if (!found) return `There is no command ${words[0]}`
  if (found.kind === 'command') return null
  const input = found.operation.strictInput.safeParse(operationInput(found.operation, found.rest))
  return input.success ? null : input.error.message
}

function unused(): never {
  throw new Error('The command is not run here')
}

function filledIn({ words }: ShellCommand, token: string): string[] {
  return words.map((word) =>
    word.replace(TOKEN, token).replace(/^X-BOT-SECRET: …$/, `X-BOT-SECRET: ${SECRET_SETTINGS.WEBHOOK_SECRET}`),
  )
}

function databaseWithAccount(): Disposable & { readonly db: Database.Database } {
  const db = new Database(':memory:')
  db.pragma('foreign_keys = ON')
  for (const { text } of readMigrations()) for (const each of statementsOf(text, 'sqlite')) db.exec(each)
  db.exec(`INSERT INTO accounts (id, email, email_verified, password_hash, plan, standing, time_zone, created_at)
    VALUES ('a', 'a@example.com', 1, 'x', 'vega', 'good', 'UTC', '2026-11-20T00:00:00.000Z')`)
  db.exec(`INSERT INTO api_keys (id, account_id, name, token_sha256, token_prefix, created_at, expires_at)
    VALUES ('k', 'a', 'n', 'x', 'ow_', '2026-11-20T00:00:00.000Z', '2027-11-20T00:00:00.000Z')`)
  return { db, [Symbol.dispose]: () => void db.close() }
}
