import { describe, expect, it } from 'vitest'
import { InFlightDeliveries } from '../../../src/notifications/workers/in-flight-deliveries.ts'

/** A process that is sending so many to one endpoint of one account. */
function sending(count: number): InFlightDeliveries {
  const inFlight = new InFlightDeliveries('process')
  for (let index = 0; index < count; index++) {
    inFlight.begin(
      { id: `d${index}`, endpointId: 'hook', accountId: 'ada' },
      () => Promise.withResolvers<void>().promise,
    )
  }
  return inFlight
}

const roomOf = (inFlight: InFlightDeliveries) => {
  const room = inFlight.room(() => inFlight.maxAtEndpoint)
  return [room.atEndpoint('hook'), room.atAccount('ada')]
}

describe('deliveries in flight', () => {
  it.each([
    [0, [4, 16]],
    [1, [4, 16]],
    [2, [2, 8]],
    [3, [1, 5]],
    [5, [1, 3]],
    [40, [1, 1]],
  ])(
    'have the share of one of %d processes at an endpoint and an account, and at least one place',
    (processes, room) => {
      const inFlight = sending(0)
      inFlight.shareWith(processes)

      expect(roomOf(inFlight)).toEqual(room)
    },
  )

  it('that began before another process came take places of the smaller share, too', () => {
    const inFlight = sending(3)
    inFlight.shareWith(2)
    const before = roomOf(inFlight)
    inFlight.release('d0')
    inFlight.release('d1')

    expect([before, roomOf(inFlight)]).toEqual([
      [-1, 5],
      [1, 7],
    ])
  })
})
