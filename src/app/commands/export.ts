import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { type FileBytes, isFileBytes } from '../../catalogue/file-answer.ts'
import { invoke } from '../../catalogue/invoke.ts'
import type { Answer } from '../../catalogue/operation.ts'
import { AppError } from '../../lib/errors.ts'
import type { Command, Output } from '../../surfaces/cli/command.ts'
import { ACCOUNT_DATA_SET_NAMES } from '../export/data-sets.ts'
import { exportDataOperation } from '../export/export-data.ts'
import { exportLedgerOperation } from '../export/export-ledger.ts'
import { contextOf, OPERATOR } from '../parts.ts'
import type { CommandParts } from './command-parts.ts'

const STANDARD_OUTPUT = '-'
const NAMES = [...ACCOUNT_DATA_SET_NAMES, 'ledger']
const USAGE = `${NAMES.join('|')} [--symbol S…] [--from DATE] [--to DATE] [--format csv|ndjson|parquet] --output FILE|-`

export function exportCommand({ parts }: Pick<CommandParts, 'parts'>): Command {
  return {
    name: 'export',
    usage: USAGE,
    summary:
      'Write a data set to a new file, or with `-` to standard output, of all symbols unless some are named. Without dates: the last session of chains and flow, the last year of the others.',
    async run({ args, json, stdout }) {
      const { name, input, file } = requestIn(args)
      const context = contextOf(await parts(), { caller: OPERATOR })
      const answer =
        name === 'ledger'
          ? await invoke(exportLedgerOperation, input, context)
          : await invoke(exportDataOperation, { dataset: name, ...input }, context)
      const { bytes } = answer
      if (!isFileBytes(bytes)) throw new Error('The export has no bytes')
      if (file === STANDARD_OUTPUT) return await writeOut(stdout, bytes)
      const written = await writeNew(file, bytes)
      stdout.write(
        json ? `${JSON.stringify({ file, bytes: written })}\n` : `${written} bytes were written to ${file}.\n`,
      )
    },
  }
}

/** Nothing else is written there, so that another program can read the file. */
async function writeOut(stdout: Output, bytes: FileBytes): Promise<void> {
  for await (const part of bytes) {
    if (stdout.write(part) === false) await new Promise<void>((resolve) => stdout.once?.('drain', resolve))
  }
}

/** Returns the number of bytes. Nothing remains of a file that could not be finished. */
async function writeNew(file: string, bytes: FileBytes): Promise<number> {
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(Readable.from(bytes), stream)
    return stream.bytesWritten
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

interface ExportArguments {
  readonly name: string
  readonly input: Answer
  readonly file: string
}

function requestIn(args: readonly string[]): ExportArguments {
  const { values, positionals } = parsed(args)
  const { symbol: symbols, output, ...others } = values
  const [name = '', ...rest] = positionals
  if (rest.length > 0 || !NAMES.includes(name)) {
    throw new AppError('invalid', `Name one data set: ${NAMES.join(', ')}.`)
  }
  if (output === undefined) throw new AppError('invalid', 'Name the file with --output FILE, or - for standard output.')
  return { name, input: { ...others, ...(symbols && { symbols }) }, file: output }
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
