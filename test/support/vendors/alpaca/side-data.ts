import type { Grants } from './grants.ts'
import { limitOf, list, nanos, pageOf, type Query, Refused, required } from './query.ts'
import type { AlpacaWorld } from './world.ts'

/** Index levels, corporate actions and news of the data host. Source: README.md, "Other data". */
export function sideAnswer(query: Query, world: AlpacaWorld, grants: Grants): object | undefined {
  if (query.path === '/v1beta1/indices/latest/values') return latestValues(query, world, grants)
  if (query.path === '/v1/corporate-actions' || query.path === '/v1beta1/corporate-actions') {
    return corporateActions(query, world)
  }
  if (query.path === '/v1beta1/news') {
    const { rows, next_page_token } = pageOf(query, world.news, limitOf(query, 10, 50))
    return { news: rows, next_page_token }
  }
  return undefined
}

/** One symbol without a grant refuses the whole request. */
function latestValues(query: Query, world: AlpacaWorld, grants: Grants): object {
  const symbols = required(query, 'symbols')
  const foreign = symbols.find((it) => !grants.indices.includes(it))
  if (foreign) throw new Refused(403, `subscription does not permit querying index ${foreign}`)
  const known = symbols.filter((it) => world.indices[it] !== undefined)
  const t = nanos(world.now().getTime() - 1000)
  return { values: Object.fromEntries(known.map((it) => [it, { t, v: world.indices[it] }])) }
}

function corporateActions(query: Query, world: AlpacaWorld): object {
  const types = list(query, 'types').map((it) => `${it}s`)
  const symbols = list(query, 'symbols')
  const flat = Object.entries(world.corporateActions)
    .filter(([type]) => types.length === 0 || types.includes(type))
    .flatMap(([type, actions]) => actions.map((action) => ({ type, action })))
    .filter(({ action }) => symbols.length === 0 || symbols.includes(symbolOf(action)))
  const { rows, next_page_token } = pageOf(query, flat, limitOf(query, 100, 1000))
  const grouped: Record<string, object[]> = {}
  for (const { type, action } of rows) {
    grouped[type] ??= []
    grouped[type].push(action)
  }
  return { corporate_actions: grouped, next_page_token }
}

/** A spin-off names its source, a name change the old name; other actions have a symbol. */
function symbolOf(action: object): string {
  const named = action as { symbol?: string; source_symbol?: string; old_symbol?: string }
  return named.symbol ?? named.source_symbol ?? named.old_symbol ?? ''
}
