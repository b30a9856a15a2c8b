import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Real market data and reference vectors are not part of the project. Tests that read them look where
 * `OPTIONWIRE_SHARED` points, else in a folder `shared` beside the checkout, and say visibly when there is none.
 */
const root = process.env['OPTIONWIRE_SHARED'] ?? resolve(import.meta.dirname, '../../../../shared')

export const sharedDataExists = existsSync(join(root, 'data'))

/** Path of a shared file, for example `sharedPath('vectors', 'a_european.json')`. */
export function sharedPath(...parts: string[]): string {
  return join(root, ...parts)
}

if (!sharedDataExists) console.warn('Shared reference data not found: the tests that need them are skipped.')
