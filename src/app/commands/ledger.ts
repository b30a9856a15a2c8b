import { parseArgs } from 'node:util'
import { AppError } from '../../domain/errors.ts'
import { LEDGER_STATUSES, type LedgerStatus } from '../../domain/trade-ideas/ledger-entry.ts'
import type { LedgerRecord } from '../../store/ledger.ts'
import type { Store } from '../../store/open.ts'
import { answerText } from '../../surfaces/cli/answer-text.ts'
import type { Command, Output } from '../../surfaces/cli/run-cli.ts'
import type { CommandParts } from './commands.ts'

const USAGE = 'list [--status S] [--symbol S] [--limit N] | show FINGERPRINT | retry FINGERPRINT'
const MOST_ROWS = 1_000

export function ledgerCommand({ parts }: Pick<CommandParts, 'parts'>): Command {
  return {
    name: 'ledger',
    usage: USAGE,
    summary:
      'Read the ledger of trade ideas, or let a failed one go on: under its own order id, asking the brokerage first when an order may have been sent.',
    async run({ args, json, stdout }) {
      const [action, ...rest] = args
      const { store, now } = await parts()
      if (action === 'list') return list(store, rest, json, stdout)
      if (action === 'show') return show(await found(store, rest), json, stdout)
      if (action === 'retry') return retry(store, await found(store, rest), now(), json, stdout)
      throw wrongUse()
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
    throw new AppError('conflict', 'Only an entry that failed can be retried. `ledger show` tells how it stands.')
  }
  const answer = { fingerprint: entry.fingerprint, status: 'queued' }
  stdout.write(json ? `${JSON.stringify(answer)}\n` : 'Queued again: a running service goes on with it at once.\n')
}

/** What the operator sees beside an entry: how the work stands, and what the decision cost. */
function operatorView({ entry, phase, attempts, duplicates, usage }: LedgerRecord) {
  return { ...entry, phase, attempts, duplicates, usage }
}

async function found({ ledger }: Store, args: readonly string[]): Promise<LedgerRecord> {
  const [fingerprint, ...more] = args
  if (fingerprint === undefined || more.length > 0) throw wrongUse()
  const record = await ledger.byFingerprint(fingerprint.toLowerCase())
  if (record) return record
  throw new AppError('not_found', 'The ledger has no entry with this fingerprint. `ledger list` shows them in full.')
}

function filters(args: readonly string[]) {
  const { status, symbol, limit = '50' } = parsed(args)
  const count = Number(limit)
  if (!Number.isInteger(count) || count < 1 || count > MOST_ROWS) {
    throw new AppError('invalid', `--limit must be a whole number from 1 to ${MOST_ROWS}.`)
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

function wrongUse(): AppError {
  return new AppError('invalid', `optionwire ledger ${USAGE}`)
}
