import { readdirSync, readFileSync } from 'node:fs'
import { readCboeCsv, readOptionsDesk, type SourceFile } from '../source-files.ts'
import { sharedDataExists, sharedPath } from './shared-data.ts'

/** Independently computed results for one chain file; see the formulas inside the file. */
export interface ExpectedChain {
  readonly name: string
  readonly file: SourceFile
  readonly header_time: string
  readonly model_as_of: string
  readonly session_date: string
  readonly source_gamma: {
    readonly as_of_date: string
    readonly per_expiration: readonly Record<string, number | string | null>[]
    readonly [figure: string]: unknown
  }
  readonly model: { readonly band: Readonly<Record<string, readonly [number, number] | null>> }
}

/** Names of the files that have expected results; empty without shared data. */
export const expectedChainNames: readonly string[] = sharedDataExists
  ? ['cboe_csv', 'options_desk'].flatMap((folder) =>
      readdirSync(sharedPath('data', 'expected', folder)).map((name) => `${folder}/${name.replace('.json', '')}`),
    )
  : []

export function expectedChain(name: string): ExpectedChain {
  const expected = JSON.parse(readFileSync(sharedPath('data', 'expected', `${name}.json`), 'utf8'))
  const [folder, base = ''] = name.split('/')
  const file = folder === 'cboe_csv' ? readCboeCsv(base, expected.header_time) : readOptionsDesk(base)
  return { ...expected, name, file }
}
