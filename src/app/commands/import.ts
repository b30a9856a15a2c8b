import { parseArgs } from 'node:util'
import { AppError } from '../../lib/errors.ts'
import { IMPORT_KINDS, type ImportKind } from '../../market/import/reading.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import { type Completing, completeMetrics } from '../import/complete-metrics.ts'
import { type ImportProgress, type ImportReport, importFiles } from '../import/import-files.ts'
import { importReportText } from '../import/report-text.ts'
import type { CommandParts } from './command-parts.ts'

const USAGE = `${IMPORT_KINDS.join('|')} FILE… --symbol S --date D`
/** Larger files show their progress. */
const LONG_FILE_BYTES = 4 * 1024 * 1024

export function importCommand({ parts, stderr }: Pick<CommandParts, 'parts' | 'stderr'>): Command {
  return {
    name: 'import',
    usage: USAGE,
    summary:
      'Import market files into the store, for MARKET_SOURCE=replay. Each file is imported completely or not at all.',
    async run({ args, json, stdout }) {
      const { kind, files, symbol, date } = argumentsOf(args)
      const { store, now, newId } = await parts()
      const request = { kind, files, symbol, date }
      const reports = await importFiles({ store, now, newId }, request, progressOn(stderr))
      await completeMetrics(store, valuingOn(stderr))
      stdout.write(json ? `${JSON.stringify(reports)}\n` : reports.map(importReportText).join(''))
      failIfRefused(reports)
    },
  }
}

function argumentsOf(args: readonly string[]) {
  const { values, positionals } = parsed(args)
  const [kind, ...files] = positionals
  if (!isImportKind(kind)) throw new AppError('invalid', `Name the kind of data: optionwire import ${USAGE}.`)
  if (files.length === 0) throw new AppError('invalid', `Name the files: optionwire import ${USAGE}.`)
  return { kind, files, symbol: values.symbol, date: values.date }
}

function parsed(args: readonly string[]) {
  try {
    const options = { symbol: { type: 'string' }, date: { type: 'string' } } as const
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new AppError('invalid', `optionwire import ${USAGE}`, { cause: error })
  }
}

function isImportKind(kind: string | undefined): kind is ImportKind {
  return IMPORT_KINDS.some((known) => known === kind)
}

/** One line that is overwritten, on a terminal only. */
function progressOn(stderr: NodeJS.WriteStream): ((progress: ImportProgress) => void) | undefined {
  if (!stderr.isTTY) return undefined
  return ({ file, fileNumber, fileCount, phase, doneBytes, totalBytes }) => {
    if (totalBytes < LONG_FILE_BYTES) return
    const share = totalBytes > 0 ? Math.floor((100 * doneBytes) / totalBytes) : 100
    stderr.write(`\r\x1b[K${fileNumber}/${fileCount} ${phase} ${file} ${share} %`)
    if (phase === 'writing' && doneBytes >= totalBytes) stderr.write('\r\x1b[K')
  }
}

/** Values the last chain of each changed session once, whatever the number of files. */
function valuingOn(stderr: NodeJS.WriteStream): Completing {
  return {
    onProgress(done, count) {
      if (stderr.isTTY) stderr.write(done < count ? `\r\x1b[Kvaluing session ${done + 1}/${count}` : '\r\x1b[K')
    },
    onFailure(error, { symbol, sessionDate }) {
      stderr.write(`The chain of ${symbol} on ${sessionDate} cannot be valued: ${String(error)}\n`)
    },
  }
}

function failIfRefused(reports: readonly ImportReport[]): void {
  const refused = reports.filter(({ status }) => status === 'refused').length
  if (refused === 0) return
  throw new AppError('invalid', `${refused} of ${reports.length} files were refused. The report gives the reasons.`)
}
