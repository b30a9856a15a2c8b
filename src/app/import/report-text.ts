import type { ImportReport } from './import-files.ts'

/** The import report for people: what was imported, and the position and reason of each refused value. */
export function importReportText(report: ImportReport): string {
  const lines = [headline(report)]
  if (report.reason !== null) lines.push(`  ${report.reason}`)
  for (const note of report.notes) lines.push(`  ${note}`)
  for (const { row, entry, column, value, reason, effect } of report.refusals) {
    const place = `${entry === null ? '' : `${entry}, `}row ${row}, ${column}`
    lines.push(`  ${place}: ${JSON.stringify(value)} ${reason} (${effect})`)
  }
  const unlisted = report.refusedRows + report.unknownValues - report.refusals.length
  if (unlisted > 0) lines.push(`  … and ${unlisted} more of these.`)
  return `${lines.join('\n')}\n`
}

function headline({
  file,
  status,
  format,
  symbols,
  sessions,
  taken,
  refusedRows,
  unknownValues,
}: ImportReport): string {
  const what = [format, symbols.join(', '), span(sessions)].filter((part) => part).join(' · ')
  const counts = [`${taken} imported`]
  if (refusedRows > 0) counts.push(`${refusedRows} refused`)
  if (unknownValues > 0) counts.push(`${unknownValues} invalid values read as unknown`)
  return `${status.padEnd(9)} ${file}${what === '' ? '' : ` (${what})`}: ${counts.join(', ')}`
}

function span(sessions: readonly string[]): string {
  const first = sessions[0] ?? ''
  const last = sessions.at(-1) ?? first
  return first === last ? first : `${first} to ${last}`
}
