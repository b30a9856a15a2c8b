import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/lib/errors.ts'
import { sideData } from '../../../src/market/sources/side-data.ts'
import { VendorFailure } from '../../../src/market/sources/vendor-failure.ts'

const patient = () => new Promise<void>(() => undefined)
const options = { instead: 0, without: 'So it is missing.' }

describe('data that complete an answer', () => {
  it('are told with the warning of their age', async () => {
    const served = async (stale: string | null) =>
      sideData(Promise.resolve({ value: 7, stale }), { ...options, patience: patient })

    expect(await served(null)).toEqual({ value: 7, warnings: [] })
    expect(await served('Old.')).toEqual({ value: 7, warnings: ['Old.'] })
  })

  it('are left out with the reason of the vendor, and not with advice for the whole question', async () => {
    const cause = new VendorFailure('broken', 'The vendor fails (HTTP 500).')
    const failing = Promise.reject(new AppError('unavailable', `${cause.message} Try again later.`, { cause }))

    expect(await sideData(failing, { ...options, patience: patient })).toEqual({
      value: 0,
      warnings: ['The vendor fails (HTTP 500). So it is missing.'],
    })
  })

  it('are not waited for longer than the patience, though they fail later', async () => {
    const { promise, reject } = Promise.withResolvers<never>()
    const answer = await sideData(promise, { ...options, patience: async () => undefined })
    reject(new AppError('unavailable', 'Late.'))

    expect(answer).toEqual({ value: 0, warnings: ['The vendor has not answered in time. So it is missing.'] })
  })

  it('do not hide a fault of this service', async () => {
    const fault = new TypeError('a bug')

    await expect(sideData(Promise.reject(fault), { ...options, patience: patient })).rejects.toBe(fault)
  })
})
