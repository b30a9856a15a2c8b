import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { AppError } from '../../lib/errors.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import type { MarketSource } from '../../market/ports/market-source.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import { type RecordedFile, type Recording, recordChain, recordHistory } from '../live/recording.ts'
import type { CommandParts } from './command-parts.ts'

const USAGE = 'FOLDER --symbol S… --times N --every SECONDS'
const DEFAULT_EVERY_S = 60
const MAX_EVERY_S = 86_400
const MAX_TIMES = 10_000

interface RecordRequest {
  readonly folder: string
  readonly symbols: readonly string[]
  readonly times: number
  readonly everyMs: number
}

export function recordCommand({ parts, stderr }: Pick<CommandParts, 'parts' | 'stderr'>): Command {
  return {
    name: 'record',
    usage: USAGE,
    summary: 'Write the data of the market source to files that `import` reads, for MARKET_SOURCE=replay.',
    async run({ args, json, stdout }) {
      const request = argumentsOf(args)
      await requireEmpty(request.folder)
      const { market } = await parts()
      const recording = await record(market, request, (ms) => sleep(ms))
      for (const sentence of recording.missing) stderr.write(`${sentence}\n`)
      stdout.write(json ? `${JSON.stringify(recording)}\n` : reportOf(recording, request.folder))
      if (recording.files.length === 0) throw new AppError('unavailable', 'Nothing could be recorded.')
    },
  }
}

/** Records chains `times` times, then the history up to the last of them. A file of one instant is written once. */
export async function record(
  market: MarketSource,
  { folder, symbols, times, everyMs }: RecordRequest,
  wait: (ms: number) => Promise<unknown>,
): Promise<Recording> {
  const files = new Map<string, RecordedFile>()
  const missing = new Set<string>()
  const add = (recording: Recording) => {
    for (const file of recording.files) files.set(file.file, file)
    for (const sentence of recording.missing) missing.add(sentence)
  }
  const all = symbols.length > 0 ? symbols : (await market.listings()).map(({ symbol }) => symbol)
  for (let time = 0; time < times; time++) {
    if (time > 0) await wait(everyMs)
    const view = await market.viewAt()
    for (const symbol of all) add(await recordChain(view, symbol, folder))
  }
  const view = await market.viewAt()
  for (const symbol of all) add(await recordHistory(view, symbol, folder))
  return { files: [...files.values()], missing: [...missing] }
}

function argumentsOf(args: readonly string[]): RecordRequest {
  const { values, positionals } = parsed(args)
  const [folder, ...rest] = positionals
  if (folder === undefined || rest.length > 0)
    throw new AppError('invalid', `Name one folder: optionwire record ${USAGE}.`)
  return {
    folder,
    symbols: (values.symbol ?? []).map(symbolIn),
    times: wholeNumber('times', values.times ?? '1', MAX_TIMES),
    everyMs: 1000 * wholeNumber('every', values.every ?? String(DEFAULT_EVERY_S), MAX_EVERY_S),
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

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= max) return value
  throw new AppError('invalid', `--${name} must be a whole number from 1 to ${max}.`)
}

/** Two recordings in one folder would be imported together. */
async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new AppError('invalid', 'The folder cannot be read. Name another one.', { cause: error })
  })
  if (names.length > 0) throw new AppError('conflict', 'The folder is not empty. Name a new one for each recording.')
}

/** The commands that import the files, by kind. */
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
