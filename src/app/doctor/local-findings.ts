/** What the settings and this machine say without asking anybody. */

import { accessSync, constants } from 'node:fs'
import type { SourceCapabilities } from '../../market/domain/source.ts'
import { SOURCE_DEFINITIONS } from '../../market/sources/index.ts'
import { accountWarnings } from '../settings/account-warnings.ts'
import type { Config } from '../settings/config.ts'
import { marketWarnings } from '../settings/market-warnings.ts'
import { receiverWarnings, unsetBounds } from '../settings/receiver-warnings.ts'
import type { Finding } from './finding.ts'

/** Settings with which the service does not start, each as a line that begins with its name. */
export function settingFailures(lines: readonly string[]): Finding[] {
  const fix =
    'Correct it in .env or in the environment; .env.example says what each setting means, and npm start writes the secrets that are required.'
  return lines.map((line) => {
    const [name = '', ...rest] = line.split(' ')
    return setting(name, 'failure', `It ${rest.join(' ')}. The service does not start.`, { fix })
  })
}

export function settingFindings(config: Config): Finding[] {
  const { market, decision, receiver } = config
  const summary = `Market source ${market.source}, decisions by ${decision.mode}, ${receiver.dryRun ? 'dry run' : 'paper orders'}.`
  const bounds = unsetBounds(config)
  const unset: Finding[] =
    bounds.length === 0
      ? []
      : [
          setting('bounds', 'failure', `DRY_RUN is false, and these bounds are not set: ${bounds.join(', ')}.`, {
            fix: 'Set each of them; .env.example has values to begin with.',
          }),
        ]
  const all = [...marketWarnings(config), ...accountWarnings(config), ...receiverWarnings(config)]
  const others = all.filter((text) => bounds.length === 0 || !text.includes(bounds.join(', ')))
  return [setting('valid', 'ok', summary), ...unset, ...others.map((text) => setting('check', 'warning', text))]
}

/** Whether the service could write its backups. */
export function backupFinding({ backup }: Pick<Config, 'backup'>): Finding[] {
  if (!backup) return []
  const name = 'BACKUP_DIR'
  try {
    accessSync(backup.folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return [setting(name, 'ok', `Backups can be written to ${backup.folder}.`)]
  } catch {
    const fix = 'Make the folder and give it to the user of the service, or set BACKUP_DIR to another.'
    return [setting(name, 'failure', `This user cannot write to ${backup.folder}: no backup is made.`, { fix })]
  }
}

const LACKS: readonly (readonly [capability: keyof SourceCapabilities, lacks: string])[] = [
  ['hasOptionTape', 'no option trades: flow, unusual activity and sentiment are empty'],
  ['hasQuotesAtPrints', 'no quotes at option trades: sides are those of the tick test'],
  ['hasOffExchange', 'no off-exchange trades: dark-pool levels are empty'],
]

/** What the answers of the source lack whatever its vendor says. */
export function sourceFinding({ market: { source } }: Pick<Config, 'market'>): Finding[] {
  const definition = SOURCE_DEFINITIONS.find(({ name }) => name === source)
  const lacks = LACKS.flatMap(([capability, text]) => (definition?.capabilities[capability] === false ? [text] : []))
  if (!definition || lacks.length === 0) return []
  const [first, ...others] = lacks
  // Without trades, their quotes are of no concern.
  const missing = definition.capabilities.hasOptionTape
    ? lacks
    : [first, ...others.filter((it) => !it.includes('quotes'))]
  return [{ section: 'Market', name: definition.title, state: 'ok', text: `It has ${missing.join('; ')}.`, fix: null }]
}

/** Clocks that differ by more break tokens, quotes' ages and the session of a trade. */
const MAX_SKEW_MS = 2_000

/** Of what each peer's answer showed: the median, since one slow answer says little. */
export function clockFinding(peersAheadMs: readonly number[]): Finding[] {
  const sorted = [...peersAheadMs].sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]
  if (median === undefined) return []
  const seconds = (Math.abs(median) / 1000).toFixed(1)
  const text = `This machine is ${seconds} seconds ${median > 0 ? 'behind' : 'ahead of'} its peers.`
  if (Math.abs(median) <= MAX_SKEW_MS) return [{ section: 'Clock', name: 'skew', state: 'ok', text, fix: null }]
  const fix = 'Synchronise the clock of this machine, for example with chrony or systemd-timesyncd.'
  return [{ section: 'Clock', name: 'skew', state: 'failure', text, fix }]
}

function setting(
  name: string,
  state: Finding['state'],
  text: string,
  { fix = null }: { fix?: string | null } = {},
): Finding {
  return { section: 'Settings', name, state, text, fix }
}
