import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { METRIC_NAMES } from '../../../src/market/domain/daily-metrics.ts'
import { SOURCE_DEFINITIONS } from '../../../src/market/sources/index.ts'

const README = join(import.meta.dirname, '../../../src/market/sources/README.md')

describe('the definitions of the sources', () => {
  it('are in the table of capabilities as they are', () => {
    const [first] = SOURCE_DEFINITIONS
    const rows = Object.keys(first.capabilities).map((name) => {
      const cells = SOURCE_DEFINITIONS.map(({ capabilities }) => cellOf(Reflect.get(capabilities, name)))
      return `| \`${name}\` | ${cells.join(' | ')} |`
    })
    const heads = SOURCE_DEFINITIONS.map(({ name }) => `\`${name}\``)
    const table = [`| capability | ${heads.join(' | ')} |`, `|---|${heads.map(() => '---|').join('')}`, ...rows]

    expect(readFileSync(README, 'utf8')).toContain(`\n${table.join('\n')}\n`)
  })
})

function cellOf(value: unknown): string {
  if (!Array.isArray(value)) return value === true ? 'yes' : 'no'
  return value.length === METRIC_NAMES.length ? 'all' : `${value.length} of ${METRIC_NAMES.length}`
}
