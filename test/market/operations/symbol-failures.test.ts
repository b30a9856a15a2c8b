import { expect, it } from 'vitest'
import { AppError } from '../../../src/lib/errors.ts'
import { SymbolFailures } from '../../../src/market/operations/symbol-failures.ts'

const failing = (message: string) => Promise.reject(new AppError('unavailable', message))
const missing = () => Promise.reject(new AppError('not_found', 'There is none.'))

it('names the symbols of each reason, each symbol once', async () => {
  const failures = new SymbolFailures()
  for (const [symbol, reason] of [
    ['QQQ', 'It is slow.'],
    ['IWM', 'It is shut.'],
    ['DIA', 'It is slow.'],
    ['QQQ', 'It is shut.'],
  ] as const) {
    expect(await failures.nullIfLacking(symbol, failing(reason))).toBeNull()
  }

  expect(failures.warnings).toEqual([
    'Missing in part, because the source does not answer now: DIA, QQQ. It is slow.',
    'Missing in part, because the source does not answer now: IWM. It is shut.',
  ])
  expect(failures.first?.message).toBe('It is slow.')
})

it('names three reasons at most, and eight symbols of each', async () => {
  const failures = new SymbolFailures()
  for (let i = 0; i < 12; i++) await failures.nullIfLacking(`S${10 + i}`, failing(`Reason ${Math.min(i, 3)}.`))

  expect(failures.warnings).toHaveLength(3)
  expect(failures.warnings.at(-1)).toMatch(/S12, S13, S14, S15, S16, S17, S18, S19 and 2 more\. Reason 2\.$/)
})

it('says nothing of data that are not there, and throws other errors', async () => {
  const failures = new SymbolFailures()
  expect(await failures.nullIfLacking('QQQ', missing())).toBeNull()
  expect(await failures.nullIfLacking('IWM', Promise.resolve(7))).toBe(7)
  await expect(failures.nullIfLacking('DIA', Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')

  expect(failures.warnings).toEqual([])
})
