import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { PLANS, REQUIRED_PLAN } from '../../src/domain/accounts/plan.ts'
import { operations } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { positionals } from '../../src/surfaces/cli/operation-input.ts'
import { inputFields } from '../../src/surfaces/input-fields.ts'
import { limitTable, reasonTable, retryTable } from './notification-tables.ts'
import { tokenTable } from './token-table.ts'

const root = resolve(import.meta.dirname, '../..')
const README = 'README.md'
const SEEN_AT = new Date('2026-11-20T18:00:00Z')

/** Files of the project that are made from the code: the README's blocks between markers. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const readme = readFileSync(join(root, README), 'utf8')
  return new Map([
    [README, Object.entries(await blocks()).reduce((text, [name, block]) => withBlock(text, name, block), readme)],
  ])
}

export function currentText(file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return ''
  }
}

export function writeFile(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

async function blocks(): Promise<Record<string, string>> {
  return {
    operations: operationTable(),
    tokens: await tokenTable(SEEN_AT),
    plans: planTable(),
    limits: limitTable(),
    retries: retryTable(),
    reasons: reasonTable(),
  }
}

function withBlock(text: string, name: string, block: string): string {
  const marked = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- end of ${name} -->)`)
  if (!marked.test(text)) throw new Error(`README.md has no block ${name}`)
  return text.replace(marked, (_whole, begin: string, end: string) => `${begin}\n${block}\n${end}`)
}

function operationTable(): string {
  const rows = operations.filter(({ capability }) => capability === 'analytics').map(operationRow)
  return ['| question | REST under `/api/v1` | command line |', '|---|---|---|', ...rows, ''].join('\n')
}

function operationRow(operation: Operation): string {
  const { name, title, route } = operation
  const words = positionals(operation, inputFields(operation)).map((word) => ` ${word.toUpperCase()}`)
  const path = route ? `\`${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}\`` : '–'
  return `| ${title} | ${path} | \`${name}${words.join('')}\` |`
}

function planTable(): string {
  // Of the gating table what this version has; `rest_api` and `mcp` are ways in by key.
  const present = new Set<string>([...operations.map(({ capability }) => capability), 'rest_api', 'mcp'])
  const rows = Object.entries(REQUIRED_PLAN)
    .filter(([capability]) => present.has(capability))
    .map(
      ([capability, plan]) =>
        `| ${capability.replaceAll('_', ' ')} | ${plan.charAt(0).toUpperCase()}${plan.slice(1)} |`,
    )
  return [`Plans, lowest first: ${PLANS.join(', ')}.`, '', '| capability | needs |', '|---|---|', ...rows, ''].join(
    '\n',
  )
}
