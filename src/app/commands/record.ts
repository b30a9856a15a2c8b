import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { AppError } from '../../domain/errors.ts'
import { UnderlyingSymbol } from '../../domain/market/symbol.ts'
import type { MarketSource } from '../../ports/market-source.ts'
import type { Command } from '../../surfaces/cli/run-cli.ts'
import { type RecordedFile, type Recording, recordChain, recordHistory } from '../live/recording.ts'
import type { CommandParts } from './commands.ts'

const USAGE = 'FOLDER --symbol S… --times N --every SECONDS'
const DEFAULT_EVERY_S = 60
const LONGEST_EVERY_S = 86_400
const MOST_TIMES = 10_000

interface Asked {
  readonly folder: string
  readonly symbols: readonly string[]
  readonly times: number
  readonly everyMs: number
}

export function recordCommand({ parts, stderr }: Pick<CommandParts, 'parts' | 'stderr'>): Command {
  return {
    name: 'record',
    usage: USAGE,
    summary: 'Write what the market source says into files that `import` reads, to play them again with replay.',
    async run({ args, json, stdout }) {
      const asked = argumentsOf(args)
      await requireEmpty(asked.folder)
      const { market } = await parts()
      const recording = await record(market, asked, (ms) => sleep(ms))
      for (const sentence of recording.lacking) stderr.write(`${sentence}\n`)
      stdout.write(json ? `${JSON.stringify(recording)}\n` : reportOf(recording, asked.folder))
      if (recording.files.length === 0) throw new AppError('unavailable', 'Nothing could be recorded.')
    },
  }
}

/** Chains as often as asked, then once what belongs to the last of them. A file of one instant is written once. */
export async function record(
  market: MarketSource,
  { folder, symbols, times, everyMs }: Asked,
  wait: (ms: number) => Promise<unknown>,
): Promise<Recording> {
  const files = new Map<string, RecordedFile>()
  const lacking = new Set<string>()
  const add = (recording: Recording) => {
    for (const file of recording.files) files.set(file.file, file)
    for (const sentence of recording.lacking) lacking.add(sentence)
  }
  const all = symbols.length > 0 ? symbols : (await market.listings()).map(({ symbol }) => symbol)
  for (let time = 0; time < times; time++) {
    if (time > 0) await wait(everyMs)
    const view = await market.viewAt()
    for (const symbol of all) add(await recordChain(view, symbol, folder))
  }
  const view = await market.viewAt()
  for (const symbol of all) add(await recordHistory(view, symbol, folder))
  return { files: [...files.values()], lacking: [...lacking] }
}

function argumentsOf(args: readonly string[]): Asked {
  const { values, positionals } = parsed(args)
  const [folder, ...rest] = positionals
  if (folder === undefined || rest.length > 0)
    throw new AppError('invalid', `Name one folder: optionwire record ${USAGE}.`)
  return {
    folder,
    symbols: (values.symbol ?? []).map(symbolIn),
    times: wholeNumber('times', values.times ?? '1', MOST_TIMES),
    everyMs: 1000 * wholeNumber('every', values.every ?? String(DEFAULT_EVERY_S), LONGEST_EVERY_S),
  }
}

function parsed(args: readonly string[]) {
  try {
    const options = {
      symbol: { type: 'string', multiple: true },
      times: { type: 'string' },
      every: { type: 'string' },
    } as const
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new AppError('invalid', `optionwire record ${USAGE}`, { cause: error })
  }
}

function symbolIn(text: string): string {
  const symbol = UnderlyingSymbol.safeParse(text)
  if (symbol.success) return symbol.data
  throw new AppError('invalid', '--symbol must be a ticker, for example SPY.')
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new AppError('invalid', `--${name} must be a whole number from 1 to ${most}.`)
}

/** Two recordings in one folder would be imported as one. */
async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new AppError('invalid', 'The folder cannot be read. Name another one.', { cause: error })
  })
  if (names.length > 0) throw new AppError('conflict', 'The folder is not empty. Name a new one for each recording.')
}

/** The files by their kind, and the commands that read them back. */
function reportOf({ files }: Recording, folder: string): string {
  const places = Map.groupBy(files, ({ symbol, kind }) => `${symbol} ${kind}`)
  const lines = [...places.values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    const { symbol, kind } = first
    const rows = some.reduce((sum, file) => sum + file.rows, 0)
    const what = `${some.length} ${some.length === 1 ? 'file' : 'files'}, ${rows} rows`
    return [`optionwire import ${kind} ${join(folder, symbol, kind)} --symbol ${symbol}   # ${what}`]
  })
  return `${lines.join('\n')}\n`
}
