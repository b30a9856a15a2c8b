import { valuer } from '../../src/app/valuation/valuer.ts'

/**
 * The valuation thread of all services that a test worker runs in itself. It takes a second to load and to compile; the
 * services that run as processes have their own, as in production.
 */
export const sharedValuer = valuer({
  onError(error) {
    throw error
  },
  tableBytes: 32e6,
})
