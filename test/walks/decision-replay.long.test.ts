import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLogger } from '../../src/app/logger.ts'
import { openParts } from '../../src/app/parts.ts'
import { readConfig } from '../../src/app/settings/config.ts'
import { promptVersionOf } from '../../src/receiver/deciders/instructions.ts'
import { decidedAt } from '../app/scorecard/decided.ts'
import type { ModelRequest } from '../support/model/stub-model.ts'
import { begin, run } from '../support/process/command.ts'
import { RECEIVER_EMAIL, type ReceiverWorld, receiverWorld } from '../support/receiver/receiver-world.ts'
import { SECRET_SETTINGS } from '../support/service.ts'
import { sharedValuer } from '../support/shared-valuer.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
/** Two sessions whose ideas are decided by answers of the tools, and one with an idea that the model hangs on. */
const READ = ['2026-11-16T15:10:00.000Z', '2026-11-16T18:40:00.000Z', '2026-11-17T16:05:00.000Z'] as const
const HANGS = [
  ['2026-11-18T15:00:00.000Z', 'agree'],
  ['2026-11-18T15:20:00.000Z', 'agree'],
  ['2026-11-18T15:40:00.000Z', 'hang_twice'],
  ['2026-11-18T16:00:00.000Z', 'agree'],
  ['2026-11-18T16:20:00.000Z', 'agree'],
] as const
const SETTINGS = { DECISION_MODE: 'remote_mcp', DRY_RUN: 'false', OPENAI_MODEL: 'gpt-test' }

interface Decided {
  readonly fingerprint: string
  readonly decision: string
  readonly llm_usage: string
  readonly decided_at: string
}

describe('a replay on the command line beside the real service', { timeout: 240_000 }, () => {
  let world: ReceiverWorld
  let folder: string
  let env: Record<string, string>
  const read: string[] = []
  const hung: string[] = []

  /** What the receiver decided at its time. */
  async function putIdeas(): Promise<void> {
    const config = readConfig({ ...SECRET_SETTINGS, DATABASE_PATH: join(folder, 'store.sqlite3') })
    const log = createLogger('error', { write: (line: string) => expect(line).toBe('') })
    await using parts = await openParts(config, { log, valuer: sharedValuer })
    for (const at of READ) read.push(await decidedAt(parts, { at, idea: { alert_name: 'script:mcp_dates' } }))
    for (const [at, script] of HANGS)
      hung.push(await decidedAt(parts, { at, idea: { alert_name: `script:${script} ${at}` } }))
  }

  function inStore<Row>(query: string): Row[] {
    const store = new Database(join(folder, 'store.sqlite3'), { readonly: true })
    try {
      return store.prepare<[], Row>(query).all()
    } finally {
      store.close()
    }
  }

  const ledger = () => inStore('select * from ledger order by fingerprint')
  const decisionsOf = (title: string) =>
    inStore<Decided>(
      `select d.* from replay_decisions d join replay_runs r on r.id = d.run_id where r.title = '${title}' order by decided_at`,
    )
  const command = (from: string, to: string, ...more: string[]) => {
    return ['decisions', 'replay', '--from', from, '--to', to, '--horizon', '1', '--yes', '--json', ...more]
  }
  const replay = (...args: string[]) => run('src/cli.ts', args, { cwd: folder, env })
  const fingerprintOf = ({ body }: ModelRequest) => (body['metadata'] as { fingerprint: string }).fingerprint

  beforeAll(async () => {
    world = await receiverWorld(SETTINGS, async (_cli, path) => {
      folder = path
      await putIdeas()
    })
    env = { ...world.service.environment, MCP_URL: `${world.service.url}/mcp` }
  }, 120_000)
  afterAll(async () => world?.[Symbol.asyncDispose]())

  it('lets the provider call the tools with a credential of the instant of each idea, and orders nothing', async () => {
    const before = ledger()

    const { code, stdout, stderr } = await replay(...command('2026-11-16', '2026-11-17'))
    const requests = world.model.requests.filter((request) => read.includes(fingerprintOf(request)))
    const decisions = decisionsOf('openai:gpt-test').map(({ decision }) => JSON.parse(decision).rationale)

    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('openai:gpt-test: 3 ideas') })
    expect(JSON.parse(stdout)).toMatchObject({
      ideas: 3,
      runs: [{ title: 'openai:gpt-test', decided: 3, failed: 0, stopped: null }],
      comparison: { pairs: 3, actions: { buy: { buy: 3 } } },
    })
    const credentials = requests.map(({ body }) => {
      const [tool] = body['tools'] as { type: string; server_url: string; headers: { Authorization: string } }[]
      expect(tool).toMatchObject({ type: 'mcp', server_url: env['MCP_URL'] })
      return Buffer.from(tool?.headers.Authorization.replace('Bearer ', '') ?? '', 'base64').toString()
    })
    expect(credentials).toEqual(
      READ.map((at) => expect.stringMatching(`^${RECEIVER_EMAIL}:owp_${Date.parse(at)}_\\d+_[\\w-]{43}$`)),
    )
    // What the model read over MCP was of that instant, to the second.
    expect(decisions).toEqual(READ.map((at) => `As of ${at}.`))
    expect(ledger()).toEqual(before)
    expect(world.broker.requests).toEqual([])
  })

  it('compares two instructions with one model, each of its own decisions', async () => {
    const texts = ['Be bold.', 'Be careful.']
    const files = texts.map((text, index) => {
      const file = join(folder, `prompt-${index}.txt`)
      writeFileSync(file, `${text}\n`)
      return file
    })
    const start = world.model.requests.length

    const prompts = files.flatMap((file) => ['--prompt', file])
    const { code, stdout } = await replay(...command('2026-11-16', '2026-11-17', ...prompts))
    const sent = world.model.requests.slice(start).map(({ body }) => body['instructions'])

    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      runs: files.map((file) => ({ title: `openai:gpt-test with ${file}`, decided: 3, failed: 0 })),
      comparison: { pairs: 3, identical: 3 },
    })
    expect(sent).toEqual(texts.flatMap((text) => READ.map(() => text)))
    for (const [index, file] of files.entries()) {
      const versions = decisionsOf(`openai:gpt-test with ${file}`).map((row) => JSON.parse(row.llm_usage).promptVersion)
      expect(versions).toEqual(READ.map(() => promptVersionOf(texts[index] ?? '')))
    }
  })

  it('that is interrupted, then killed, goes on by the same command and decides nothing twice', async () => {
    const ownRequests = () => world.model.requests.map(fingerprintOf).filter((each) => hung.includes(each))
    const own = () => decisionsOf('openai:gpt-test').filter(({ fingerprint }) => hung.includes(fingerprint))
    const args = command('2026-11-18', '2026-11-18')
    const untilItHangs = (count: number) => vi.waitFor(() => expect(ownRequests()).toHaveLength(count), PATIENCE)

    const interrupted = begin('src/cli.ts', args, { cwd: folder, env })
    await untilItHangs(3)
    interrupted.kill('SIGINT')
    const first = await interrupted.ended
    const afterFirst = own()
    const killed = begin('src/cli.ts', args, { cwd: folder, env })
    await untilItHangs(4)
    killed.kill('SIGKILL')
    const second = await killed.ended
    const last = await replay(...args)
    const again = await replay(...args)

    expect(first.code).toBe(7)
    expect(first.stderr).toContain('It was stopped. The same command goes on from here.')
    expect(JSON.parse(first.stdout).runs).toMatchObject([
      { ideas: 5, decided: 2, failed: 0, stopped: 'It was stopped.' },
    ])
    expect(second).toMatchObject({ code: null, stdout: '' })
    expect(last.stderr).toContain('openai:gpt-test: 3 of 5 ideas are left')
    for (const { code, stdout } of [last, again]) {
      expect(code).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({
        runs: [{ ideas: 5, decided: 5, failed: 0, stopped: null }],
        comparison: { pairs: 5 },
      })
    }
    // One request for each idea, and two more for the one under way at each end.
    const [one, two, hangs, four, five] = hung
    expect(ownRequests()).toEqual([one, two, hangs, hangs, hangs, four, five])
    expect(own().map(({ fingerprint }) => fingerprint)).toEqual(hung)
    expect(own().slice(0, 2)).toEqual(afterFirst)
  })
})
