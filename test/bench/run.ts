import { cpus } from 'node:os'
import type { Figure } from './figure.ts'

/**
 * `npm run bench [name …]`: measures, prints each figure beside its anchor of the same run, as a ratio, and never
 * fails on a slow machine. Names choose suites; without any, all run. `scale` chooses all that begin with `scale/`.
 */
type Suite = () => Figure[] | Promise<Figure[]>

const suites: Record<string, () => Promise<{ readonly figures: Suite }>> = {
  // First: what other suites teach the compiler about shared functions nearly doubles the time of the exposures.
  pricing: () => import('./pricing.ts'),
  'index-chain': () => import('./market/index-chain.ts'),
  strategies: () => import('./market/strategies.ts'),
  screener: () => import('./market/screener.ts'),
  search: () => import('./market/search.ts'),
  exposures: () => import('./market/exposure-history.ts'),
  start: () => import('./start.ts'),
  memory: () => import('./market/memory.ts'),
  overview: () => import('./market/overview.ts'),
  http: () => import('./http.ts'),
  mcp: () => import('./mcp.ts'),
  import: () => import('./import.ts'),
  flow: () => import('./flow.ts'),
  tape: () => import('./tape.ts'),
  'flow-pages': () => import('./flow-pages.ts'),
  store: () => import('./store/store-files.ts'),
  'scale/store': () => import('./store/scale.ts'),
  'scale/bells': () => import('./scale/bells.ts'),
  'scale/prints': () => import('./scale/prints.ts'),
  'scale/requests': () => import('./scale/requests.ts'),
  'scale/outbox': () => import('./scale/outbox.ts'),
  'scale/faults': () => import('./scale/faults.ts'),
  notifications: () => import('./notifications.ts'),
  webhooks: () => import('./webhooks.ts'),
  web: () => import('./web.ts'),
}

const chosen = process.argv.slice(2)
console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`)
console.log(line('figure', 'value', 'goal', 'ratio', 'anchor'))
console.log(line('---', '---:', '---:', '---:', '---'))
for (const [name, load] of Object.entries(suites)) {
  if (chosen.length > 0 && !chosen.some((it) => name === it || name.startsWith(`${it}/`))) continue
  const suite = await load()
  for (const figure of await suite.figures()) console.log(row(figure))
}

function row({ name, value, unit, goal, anchor }: Figure): string {
  const ratio = anchor ? (value / anchor.value).toPrecision(3) : ''
  const beside = anchor ? `${anchor.name}: ${shown(anchor.value)} ${unit}` : ''
  return line(name, `${shown(value)} ${unit}`, goal ?? '', ratio, beside)
}

function shown(value: number): string {
  return value >= 1_000 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3)
}

function line(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}
