import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AppContext } from '../../../src/app/context.ts'
import { operationsOver } from '../../../src/catalogue/operation.ts'
import { AppError, type ErrorCode } from '../../../src/lib/errors.ts'
import type { Command } from '../../../src/surfaces/cli/command.ts'
import { runCli } from '../../../src/surfaces/cli/run-cli.ts'
import { contextFor } from '../../support/http/rest-server.ts'
import { sampleOperations } from '../../support/sample-operations.ts'

const defineOperation = operationsOver<AppContext>()

const operator = { kind: 'command_line', account: null, address: null, sessionId: null } as const

const failing = defineOperation({
  name: 'fail_with',
  title: 'Fail with a code',
  description: 'Fails with the code that is asked for, to show which exit code belongs to it.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.object({ code: z.string().describe('The code.') }),
  output: z.object({}),
  example: { code: 'conflict' },
  async run({ code }) {
    if (code === 'fault') throw new Error('the disk is on fire')
    throw new AppError(code as ErrorCode, 'Do something else.')
  },
})

async function run(...argv: string[]) {
  const out: string[] = []
  const err: string[] = []
  const calls: string[][] = []
  const serve: Command = {
    name: 'import',
    usage: 'chain FILE… --symbol S',
    summary: 'Reads market data from files.',
    async run({ args }) {
      calls.push([...args])
    },
  }
  const code = await runCli({
    argv,
    operations: [...sampleOperations(), failing],
    commands: [serve],
    contextOf: () => contextFor(operator, { now: () => new Date(0), publicUrl: 'http://x' }),
    readLine: async () => 'aapl',
    stdout: { write: (text: string) => out.push(text), columns: 60 },
    stderr: { write: (text: string) => err.push(text) },
  })
  return { code, out: out.join(''), err: err.join(''), calls }
}

const input = async (...argv: string[]) => JSON.parse((await run(...argv, '--json')).out).input

describe('the command line', () => {
  it('reads one value from standard input, of which it is told by a dash', async () => {
    expect(await input('sample_read', '-')).toMatchObject({ symbol: 'AAPL' })
    const two = await run('sample_read', '-', '--option_type', '-')
    expect(two).toMatchObject({ code: 2, err: expect.stringContaining('Only one value') })
  })

  it('takes path parameters as words and the rest as flags', async () => {
    expect(await input('sample_read', 'spy', '--limit', '30', '--option_type', 'call')).toEqual({
      symbol: 'SPY',
      limit: 30,
      option_type: 'call',
    })
  })

  it.each([
    ['with an equals sign', ['--strike_min=1.5'], { strike_min: 1.5 }],
    ['with dashes in the name', ['--strike-min', '2'], { strike_min: 2 }],
    ['as a switch', ['--in_the_money'], { in_the_money: true }],
    ['as a switch that is off', ['--no-in_the_money'], { in_the_money: false }],
    ['as a switch with its value', ['--in_the_money', 'false'], { in_the_money: false }],
    ['as a list with commas', ['--fields', 'bid,ask'], { fields: ['bid', 'ask'] }],
    ['as a list by repetition', ['--fields', 'bid', '--fields', 'ask'], { fields: ['bid', 'ask'] }],
    ['before the word', [], {}],
  ])('takes a flag %s', async (_, flags, expected) => {
    expect(await input('sample_read', ...flags, 'SPY')).toEqual({ symbol: 'SPY', limit: 10, ...expected })
  })

  it('takes a negative number for a value, and names what is wrong with it', async () => {
    const { code, err } = await run('sample_read', 'SPY', '--limit', '-1')

    expect(code).toBe(2)
    expect(err).toBe('Correct the fields named in errors.\n  limit must be at least 0\n')
  })

  it('reads objects as JSON and fills what is required from words', async () => {
    const given = ['sample_create', 'first', '--quiet_hours', '{"start":"22:00","end":"07:00"}']

    expect((await run(...given)).out).toBe('name  first\n')
  })

  it('runs an operation of two words', async () => {
    expect((await run('sample', 'read', 'SPY')).code).toBe(0)
    expect((await run('fail', 'with', 'conflict')).code).toBe(5)
  })

  it('gives a command its own arguments', async () => {
    expect((await run('import', 'chain', 'a.json', '--symbol', 'SPY')).calls).toEqual([
      ['chain', 'a.json', '--symbol', 'SPY'],
    ])
  })

  it('writes an answer as text for people', async () => {
    const { out } = await run('sample_list')

    expect(out).toBe('data\nsymbol  price  note\nSPY     512.5  =1+1\n')
  })

  it.each([
    ['fault', 1],
    ['invalid', 2],
    ['unauthenticated', 3],
    ['forbidden', 3],
    ['not_found', 4],
    ['conflict', 5],
    ['rate_limited', 6],
    ['unavailable', 7],
  ])('ends with its exit code for %s', async (code, exit) => {
    const failed = await run('fail_with', code)

    expect(failed.code).toBe(exit)
    expect(failed.out).toBe('')
    expect(failed.err).toContain(code === 'fault' ? 'the disk is on fire' : 'Do something else.')
  })

  it('writes errors as problems when JSON is asked for', async () => {
    const { err, out } = await run('sample_read', 'NONE', '--json')

    expect(out).toBe('')
    expect(JSON.parse(err)).toMatchObject({ code: 'not_found', status: 404, detail: expect.stringContaining('NONE') })
  })

  it.each([
    ['sample_raed', 'sample_read'],
    ['improt', 'import'],
  ])('suggests what %s may have meant', async (word, expected) => {
    const { code, err } = await run(word, 'SPY')

    expect(code).toBe(2)
    expect(err).toContain(`Did you mean ${expected}`)
  })

  it('points to the help when nothing is near', async () => {
    expect((await run('xyzzy')).err).toBe('There is no command "xyzzy". `optionwire help` lists all commands.\n')
  })

  it('does not offer what is for other surfaces', async () => {
    expect((await run('sample_open', 'a@example.com')).code).toBe(2)
  })

  it.each([
    [['--lmit', '3'], '--lmit is not a flag here; did you mean --limit?'],
    [['--limit'], '--limit needs a value'],
    [['--limit', '--fields', 'bid'], '--limit needs a value'],
    [['extra', 'more'], 'extra is an extra argument'],
  ])('refuses %j', async (args, sentence) => {
    const { code, err } = await run('sample_read', 'SPY', ...args)

    expect(code).toBe(2)
    expect(err).toContain(sentence)
  })

  it('lists everything without arguments, and does not ask for a context', async () => {
    const { code, out } = await run()

    expect(code).toBe(0)
    expect(out).toContain('import chain FILE… --symbol S  Reads market data from files.')
    expect(out).toContain('sample_read SYMBOL')
    expect(out).not.toContain('sample_open')
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
  })

  it.each([[['sample_read', '--help']], [['help', 'sample_read']], [['sample', 'read', '-h']]])(
    'explains an operation for %j',
    async (argv) => {
      const { out } = await run(...argv)

      expect(out).toContain('Usage: optionwire sample_read SYMBOL [--flags] [--json]')
      expect(out).toContain('--option_type OPTION_TYPE')
      expect(out).toContain('Calls or puts alone. One of call, put.')
      expect(out).toContain('Example: optionwire sample_read SPY --limit 5 --option_type call')
    },
  )

  it('shows examples that run', async () => {
    for (const { name } of sampleOperations().filter(({ surfaces }) => surfaces.includes('cli'))) {
      if (name === 'sample_fault') continue
      const example = /^Example: optionwire (.*)$/m.exec((await run(name, '--help')).out)?.[1] ?? ''

      expect([name, (await run(...example.split(' '))).code]).toEqual([name, 0])
    }
  })
})
