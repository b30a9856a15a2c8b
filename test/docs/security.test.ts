import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './documents.ts'

/** The numbers of the requirements of levels 1 and 2 of ASVS 5.0.0, by section; those of level 3 lie between them. */
const SECTIONS: Readonly<Record<string, string>> = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1',
  '17.2': '1-4',
  '17.3': '1-2',
}

const REQUIREMENTS = Object.entries(SECTIONS).flatMap(([section, list]) =>
  list.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`)
  }),
)

interface Row {
  readonly number: string
  readonly verdict: string
}

const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows: readonly Row[] = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| [^|]+ \| ([^|]+) \|$/gm)].map(
  ([, number = '', verdict = '']) => ({ number, verdict }),
)
const isMet = ({ verdict }: Row) => !verdict.startsWith('not met: ')
const inapplicable = [...text.matchAll(/^\| ((?:\d+\.[\d.*]+(?:, )?)+) \| [^|]{5,} \|$/gm)].flatMap(([, list = '']) =>
  list.split(', ').flatMap((each) => (each.endsWith('.*') ? below(each.slice(0, -1)) : [each])),
)

function below(chapter: string): string[] {
  return REQUIREMENTS.filter((number) => number.startsWith(chapter))
}

describe('the security assessment', () => {
  it('lists each requirement of level 2 once', () => {
    const listed = [...rows.map(({ number }) => number), ...inapplicable]

    expect(REQUIREMENTS).toHaveLength(253)
    expect(listed.toSorted()).toEqual(REQUIREMENTS.toSorted())
  })

  it('shows what is met by tests that exist, and gives a reason for what is not', () => {
    const faults = rows.flatMap((row) => {
      if (!isMet(row)) return row.verdict.length > 'not met: '.length + 20 ? [] : [`${row.number}: no reason`]
      const tests = row.verdict.split(', ').map((name) => /^`(test\/[\w./-]+\.test\.ts)`$/.exec(name)?.[1] ?? '')
      return tests
        .filter((file) => file === '' || !existsSync(join(root, file)))
        .map((file) => `${row.number}: ${file}`)
    })

    expect(faults).toEqual([])
  })

  it('counts what is met', () => {
    const met = rows.filter(isMet).length
    const summary = `Of 253 requirements ${met} are met, ${rows.length - met} are not, and ${inapplicable.length} do not apply.`

    expect(text).toContain(summary)
  })
})
