import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { operations } from '../../src/app/operations.ts'
import { channelTable, limitTable, reasonTable, retryTable } from './notification-tables.ts'
import { operationTable, planTable, problemTable, requestTable, routeTable } from './rest-tables.ts'
import { tokenTable } from './token-table.ts'

const root = resolve(import.meta.dirname, '../..')
const SEEN_AT = new Date('2026-11-20T18:00:00Z')

/** The blocks of each document that are made from the code. They stand between `<!-- name -->` and `<!-- end of name -->`. */
const BLOCKS: Readonly<Record<string, Readonly<Record<string, () => string | Promise<string>>>>> = {
  'README.md': { operations: () => operationTable(operations) },
  'docs/rest.md': {
    plans: () => planTable(operations),
    requests: requestTable,
    problems: problemTable,
    routes: () => routeTable(operations),
  },
  'docs/mcp.md': { tokens: () => tokenTable(SEEN_AT) },
  'docs/notifications.md': {
    channels: channelTable,
    limits: limitTable,
    retries: retryTable,
    reasons: reasonTable,
  },
}

export const GENERATED = Object.keys(BLOCKS)

/** The document with its blocks made anew. */
export async function generatedText(file: string): Promise<string> {
  let text = currentText(file)
  for (const [name, block] of Object.entries(BLOCKS[file] ?? {})) text = withBlock(file, text, name, await block())
  return text
}

export function currentText(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

export function writeFile(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

function withBlock(file: string, text: string, name: string, block: string): string {
  const marked = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- end of ${name} -->)`)
  if (!marked.test(text)) throw new Error(`${file} has no block ${name}`)
  return text.replace(marked, (_whole, begin: string, end: string) => `${begin}\n${block}\n${end}`)
}
