import { parseArgs } from 'node:util'
import { AppError } from '../../lib/errors.ts'
import { LEDGER_STATUSES, type LedgerStatus } from '../../receiver/domain/ledger-status.ts'
import type { LedgerRecord } from '../../receiver/store/ledger.ts'
import { answerText } from '../../surfaces/cli/answer-text.ts'
import type { Command, Output } from '../../surfaces/cli/command.ts'
import type { Store } from '../store/open-store.ts'
import type { CommandParts } from './command-parts.ts'

const USAGE = 'list [--status S] [--symbol S] [--limit N] | show FINGERPRINT | retry FINGERPRINT'
const MAX_ROWS = 1_000

export function ledgerCommand({ parts }: Pick<CommandParts, 'parts'>): Command {
  return {
    name: 'ledger',
    usage: USAGE,
    summary:
      'Show the ledger of trade ideas, or retry a failed one: with the same order id, after asking the brokerage if an order may have been sent.',
    async run({ args, json, stdout }) {
      const [action, ...rest] = args
      const { store, now } = await parts()
      if (action === 'list') return list(store, rest, json, stdout)
      if (action === 'show') return show(await found(store, rest), json, stdout)
      if (action === 'retry') return retry(store, await found(store, rest), now(), json, stdout)
      throw usageError()
    },
  }
}

async function list({ ledger }: Store, args: readonly string[], json: boolean, stdout: Output): Promise<void> {
  const { status, symbol, limit } = filters(args)
  const records = await ledger.list({ status, symbol, limit })
  if (json) {
    stdout.write(`${JSON.stringify(records.map(operatorView), null, 2)}\n`)
    return
  }
  const rows = records.map(({ entry }) => ({
    created_at: entry.created_at,
    symbol: entry.payload.symbol,
    status: entry.status,
    action: entry.decision?.action ?? null,
    notional: entry.decision?.notional_usd ?? null,
    fingerprint: entry.fingerprint,
    error: entry.error,
  }))
  stdout.write(rows.length > 0 ? answerText({ data: rows }, stdout.columns) : 'The ledger has no such entries.\n')
}

function show(record: LedgerRecord, json: boolean, stdout: Output): void {
  const view = operatorView(record)
  stdout.write(json ? `${JSON.stringify(view, null, 2)}\n` : answerText(view, stdout.columns))
}

async function retry({ ledger }: Store, { entry }: LedgerRecord, now: Date, json: boolean, stdout: Output) {
  if (!(await ledger.retry(entry.fingerprint, now))) {
    throw new AppError('conflict', 'Only a failed entry can be retried. `ledger show` shows its status.')
  }
  const answer = { fingerprint: entry.fingerprint, status: 'queued' }
  stdout.write(
    json ? `${JSON.stringify(answer)}\n` : 'Queued again. A running service continues with it immediately.\n',
  )
}

/** An entry with the operator's details: phase, attempts and cost of the decision. */
function operatorView({ entry, phase, attempts, duplicates, usage }: LedgerRecord) {
  return { ...entry, phase, attempts, duplicates, usage }
}

async function found({ ledger }: Store, args: readonly string[]): Promise<LedgerRecord> {
  const [fingerprint, ...more] = args
  if (fingerprint === undefined || more.length > 0) throw usageError()
  const record = await ledger.byFingerprint(fingerprint.toLowerCase())
  if (record) return record
  throw new AppError(
    'not_found',
    'The ledger has no entry with this fingerprint. `ledger list` shows all fingerprints.',
  )
}

function filters(args: readonly string[]) {
  const { status, symbol, limit = '50' } = parsed(args)
  const count = Number(limit)
  if (!Number.isInteger(count) || count < 1 || count > MAX_ROWS) {
    throw new AppError('invalid', `--limit must be a whole number from 1 to ${MAX_ROWS}.`)
  }
  if (status !== undefined && !isStatus(status)) {
    throw new AppError('invalid', `--status must be one of ${LEDGER_STATUSES.join(', ')}.`)
  }
  return { status, symbol: symbol?.toUpperCase(), limit: count }
}

function parsed(args: readonly string[]) {
  try {
    const options = { status: { type: 'string' }, symbol: { type: 'string' }, limit: { type: 'string' } } as const
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new AppError('invalid', `optionwire ledger ${USAGE}`, { cause: error })
  }
}

function isStatus(text: string): text is LedgerStatus {
  return LEDGER_STATUSES.some((status) => status === text)
}

function usageError(): AppError {
  return new AppError('invalid', `optionwire ledger ${USAGE}`)
}
