import { z } from 'zod'
import { LEVEL_DIRECTIONS, type LevelKind, type LevelSide } from '../../../alerts/domain/level-kinds.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Ask, CommandAnswer, CommandForm, Suggestion } from './command.ts'
import { suggestSymbols } from './suggestions.ts'

const Alerts = z.object({ data: z.array(z.object({ id: z.string(), name: z.string(), enabled: z.boolean() })) })

/** The levels of the market by what people write for them. */
const LEVELS: ReadonlyMap<string, { readonly kind: LevelKind; readonly title: string }> = new Map([
  ['flip', { kind: 'gamma_flip', title: 'gamma flip' }],
  ['gamma flip', { kind: 'gamma_flip', title: 'gamma flip' }],
  ['call wall', { kind: 'call_wall', title: 'call wall' }],
  ['put wall', { kind: 'put_wall', title: 'put wall' }],
])
const CREATE = 'create'
const CROSSES = 'crosses'
const CROSSINGS: readonly string[] = [...LEVEL_DIRECTIONS, CROSSES]
const SHOWN = 20
const USAGE =
  'Write /alert SPY above 600, /alert SPY crosses flip, /alert SPY below put wall, /alert list, or /alert delete ID. Before the level stands above, below or crosses; it is a price, flip, call wall or put wall.'

export const alertForms: readonly CommandForm[] = [
  {
    verb: CREATE,
    says: 'Notify when a price crosses a level',
    options: [
      { name: 'symbol', says: 'A symbol, such as SPY', suggest: suggestSymbols },
      { name: 'when', says: 'To which side; crosses is either', choices: CROSSINGS },
      { name: 'level', says: 'A price in USD, flip, call wall or put wall', suggest: suggestLevels },
    ],
  },
  { verb: 'list', says: 'Your alerts', options: [] },
  {
    verb: 'delete',
    says: 'Delete an alert',
    options: [{ name: 'id', says: 'Id of the alert', suggest: suggestAlerts }],
  },
]

export async function alert(words: readonly string[], ask: Ask): Promise<CommandAnswer> {
  const [first = '', ...others] = words
  const verb = first.toLowerCase()
  if (verb === 'list' && others.length === 0) return list(ask)
  if (verb === 'delete' && others.length === 1) {
    await ask('delete_alert', { id: others[0]?.toLowerCase() })
    return { lines: ['The alert is deleted.'] }
  }
  return create(verb === CREATE ? others : words, ask)
}

async function list(ask: Ask): Promise<CommandAnswer> {
  const { data } = Alerts.parse(await ask('list_alerts', {}))
  if (data.length === 0) return { lines: ['There is no alert.'] }
  const lines = data.slice(0, SHOWN).map(({ id, name, enabled }) => `${id} — ${name}${enabled ? '' : ' (off)'}`)
  const more = data.length - SHOWN
  return { lines: ['Your alerts', ...lines, ...(more > 0 ? [`And ${more} more: see the page Alerts.`] : [])] }
}

async function create([symbol = '', when = '', ...rest]: readonly string[], ask: Ask): Promise<CommandAnswer> {
  const direction = when.toLowerCase()
  const level = rest.join(' ')
  const crossed = isCrossing(direction) ? crossingOf(symbol.toUpperCase(), direction, level.toLowerCase()) : undefined
  if (crossed === undefined) throw new AppError('invalid', USAGE)
  const { name, criteria } = crossed
  await ask('create_alert', { name, source: 'market_level', criteria })
  return { lines: [`The alert “${name}” is created. /alert list shows your alerts.`] }
}

/** The name of the rule and what it watches; undefined for a level that there is not. */
function crossingOf(symbol: string, crossing: LevelSide | typeof CROSSES, text: string) {
  const side = crossing === CROSSES ? {} : { direction: crossing }
  const level = LEVELS.get(text.replaceAll('_', ' '))
  const common = { symbols: [symbol], ...side }
  if (level) return { name: `${symbol} ${crossing} ${level.title}`, criteria: { ...common, level: level.kind } }
  if (!/^\d{1,7}(\.\d{1,4})?$/.test(text)) return undefined
  return { name: `${symbol} ${crossing} ${text}`, criteria: { ...common, level: 'price', value: Number(text) } }
}

function isCrossing(word: string): word is LevelSide | typeof CROSSES {
  return CROSSINGS.includes(word)
}

async function suggestLevels(typed: string): Promise<Suggestion[]> {
  const kinds = ['flip', 'call wall', 'put wall'].filter((name) => name.startsWith(typed.toLowerCase()))
  return kinds.map((value) => ({ title: value, value }))
}

async function suggestAlerts(typed: string, ask: Ask): Promise<Suggestion[]> {
  const { data } = Alerts.parse(await ask('list_alerts', {}))
  const wanted = data.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(typed.toLowerCase()))
  return wanted.map(({ id, name }) => ({ title: name, value: id }))
}
