import { readdirSync } from 'node:fs'
import type { OptionChain } from '../../../src/market/domain/options/chain.ts'
import { chainOfFile, readCboeCsv, readOptionsDesk } from '../source-files.ts'
import { sharedDataExists, sharedPath } from './shared-data.ts'

/** Names of all stored files with real chains; empty without shared data. */
export const realChainNames: readonly string[] = sharedDataExists
  ? ['cboe_csv', 'options_desk'].flatMap((folder) =>
      readdirSync(sharedPath('data', folder)).map((file) => `${folder}/${file.replace(/\.(csv|json)\.gz$/, '')}`),
    )
  : []

export function realChain(name: string): OptionChain {
  const [folder, base = ''] = name.split('/')
  return chainOfFile(folder === 'cboe_csv' ? readCboeCsv(base, stampOf(base)) : readOptionsDesk(base))
}

/** The names of these files end in their New York time, all in summer: 2025-04-30T2035. */
function stampOf(base: string): string {
  const [, date, hour, minute] = /(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)/.exec(base) ?? []
  if (date === undefined) throw new Error(`No time in the name of ${base}`)
  return `${date}T${hour}:${minute}:00-04:00`
}
