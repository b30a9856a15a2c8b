/** The tables of the REST documentation, made from the catalogue and from the limits and errors that the service uses. */
import { PLANS, REQUIRED_PLAN } from '../../src/accounts/domain/plan.ts'
import type { Operation } from '../../src/catalogue/operation.ts'
import { positionals } from '../../src/surfaces/cli/operation-input.ts'
import { inputFields } from '../../src/surfaces/input/input-fields.ts'
import { PROBLEMS } from '../../src/surfaces/rest/problem.ts'
import { REQUESTS_PER_MINUTE } from '../../src/surfaces/rest/rate-limit.ts'

/** The queries about the market, with their route and command; what an account keeps for them has no command. */
export function operationTable(operations: readonly Operation[]): string {
  const queries = operations.filter(
    ({ capability, surfaces }) => capability === 'analytics' && surfaces.includes('cli'),
  )
  const rows = queries.map(operationRow)
  return ['| query | REST under `/api/v1` | command line |', '|---|---|---|', ...rows, ''].join('\n')
}

function operationRow(operation: Operation): string {
  const words = positionals(operation, inputFields(operation)).map((word) => ` ${word.toUpperCase()}`)
  return `| ${operation.title} | ${routeOf(operation)} | \`${operation.name}${words.join('')}\` |`
}

/**
 * The routes of accounts, with the plan that a browser session needs and whether an API key may call them. Those of the
 * receiver take the webhook secret and are on its own page.
 */
export function routeTable(operations: readonly Operation[]): string {
  const rows = operations.filter(({ route }) => route && route.base !== 'receiver').map(routeRow)
  return ['| operation | route | plan | by API key |', '|---|---|---|---|', ...rows, ''].join('\n')
}

function routeRow(operation: Operation): string {
  const { title, callers, capability } = operation
  const plan = callers.includes('anonymous') ? 'no account needed' : titled(REQUIRED_PLAN[capability])
  return `| ${title} | ${routeOf(operation)} | ${plan} | ${callers.includes('api_key') ? 'yes' : 'no'} |`
}

function routeOf({ route }: Operation): string {
  return route ? `\`${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}\`` : '–'
}

export function planTable(operations: readonly Operation[]): string {
  // `rest_api` and `mcp` are no operations: they are ways to call them with a key.
  const present = new Set<string>([...operations.map(({ capability }) => capability), 'rest_api', 'mcp'])
  const rows = Object.entries(REQUIRED_PLAN)
    .filter(([capability]) => present.has(capability))
    .map(([capability, plan]) => `| ${capability.replaceAll('_', ' ')} | ${titled(plan)} |`)
  return [`Plans, lowest first: ${PLANS.join(', ')}.`, '', '| capability | needs |', '|---|---|', ...rows, ''].join(
    '\n',
  )
}

const LIMITED = [
  ['API key, for each account', REQUESTS_PER_MINUTE.api_key],
  ['browser session, for each account', REQUESTS_PER_MINUTE.session],
  ['no account, for each network address', REQUESTS_PER_MINUTE.anonymous],
] as const

export function requestTable(): string {
  const rows = LIMITED.map(([caller, limit]) => `| ${caller} | ${limit} |`)
  return ['| caller | requests in any 60 seconds |', '|---|---:|', ...rows, ''].join('\n')
}

export function problemTable(): string {
  const rows = Object.entries(PROBLEMS).map(([code, { status, title }]) => `| ${status} | \`${code}\` | ${title} |`)
  return ['| status | `code` | title |', '|---:|---|---|', ...rows, ''].join('\n')
}

function titled(plan: string): string {
  return `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`
}
