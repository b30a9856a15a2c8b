import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { addDays } from '../../lib/time/civil-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { sessionDateAt } from '../../market/domain/calendar/trading-calendar.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import type { DataSet, ExportQuery } from '../export/data-set.ts'
import { DATA_SETS } from '../export/data-sets.ts'
import { FORMATS, type FormatName } from '../export/formats.ts'
import type { CommandParts } from './command-parts.ts'

const NAMES = Object.keys(DATA_SETS).join('|')
const USAGE = `${NAMES} [--symbol S…] [--from DATE] [--to DATE] [--format csv|ndjson|parquet] --output FILE`

interface ExportRequest {
  readonly dataSet: DataSet
  readonly query: ExportQuery
  readonly format: FormatName
  readonly file: string
}

export function exportCommand({ parts, now }: Pick<CommandParts, 'parts' | 'now'>): Command {
  return {
    name: 'export',
    usage: USAGE,
    summary:
      'Write a data set to a new file, of all symbols unless some are named. Without dates: the last session of chains and flow, the last year of the others.',
    async run({ args, json, stdout }) {
      const { dataSet, query, format, file } = requestIn(args, sessionDateAt(now().getTime()))
      const opened = await parts()
      let rows = 0
      async function* counted() {
        for await (const part of dataSet.parts(query, opened)) {
          rows += part.length
          yield part
        }
      }
      await writeNew(file, FORMATS[format](dataSet.columns, counted()))
      stdout.write(json ? `${JSON.stringify({ file, rows })}\n` : `${rows} rows were written to ${file}.\n`)
    },
  }
}

/** Nothing remains of a file that could not be finished. */
async function writeNew(file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await pipeline(Readable.from(bytes), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') throw new AppError('conflict', 'The file exists. Name a new one with --output.')
    await rm(file, { force: true })
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOSPC' || code === 'EROFS') {
      throw new AppError('invalid', `The file cannot be written (${code}). Name another one with --output.`, {
        cause: error,
      })
    }
    throw error
  }
}

function requestIn(args: readonly string[], today: string): ExportRequest {
  const { values, positionals } = parsed(args)
  const [name = '', ...rest] = positionals
  const dataSet = Object.entries<DataSet>(DATA_SETS).find(([each]) => each === name)?.[1]
  if (!dataSet || rest.length > 0) throw new AppError('invalid', `Name one data set: ${NAMES}.`)
  if (values.output === undefined) throw new AppError('invalid', 'Name the file with --output FILE.')
  const to = dateIn('to', values.to ?? today)
  const from = dateIn('from', values.from ?? addDays(to, 1 - dataSet.days))
  if (from > to) throw new AppError('invalid', '--from must not be after --to.')
  const symbols = [...new Set((values.symbol ?? []).map(symbolIn))]
  return { dataSet, query: { symbols, from, to }, format: formatIn(values.format ?? 'csv'), file: values.output }
}

function parsed(args: readonly string[]) {
  try {
    const options = {
      symbol: { type: 'string', multiple: true },
      from: { type: 'string' },
      to: { type: 'string' },
      format: { type: 'string' },
      output: { type: 'string' },
    } as const
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new AppError('invalid', `optionwire export ${USAGE}`, { cause: error })
  }
}

function symbolIn(text: string): string {
  const symbol = UnderlyingSymbol.safeParse(text)
  if (symbol.success) return symbol.data
  throw new AppError('invalid', '--symbol must be a ticker, for example SPY.')
}

function dateIn(name: string, text: string): string {
  const date = z.iso.date().safeParse(text)
  if (date.success) return date.data
  throw new AppError('invalid', `--${name} must be a date, for example 2026-11-20.`)
}

function formatIn(text: string): FormatName {
  const name = z.enum(['csv', 'ndjson', 'parquet']).safeParse(text)
  if (name.success) return name.data
  throw new AppError('invalid', '--format must be csv, ndjson or parquet.')
}
