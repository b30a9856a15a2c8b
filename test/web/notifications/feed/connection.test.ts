import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FeedConnection, type FeedParts, type WireEvents } from '../../../../src/web/notifications/feed/connection.ts'

class FakeWire {
  readonly path: string
  readonly events: WireEvents
  readonly sent: string[] = []
  isClosed = false

  constructor(path: string, events: WireEvents) {
    this.path = path
    this.events = events
  }

  send(text: string) {
    this.sent.push(text)
  }

  close() {
    this.isClosed = true
  }

  frame(frame: object) {
    this.events.received(JSON.stringify(frame))
  }
}

function connection(random = 1) {
  const wires: FakeWire[] = []
  const told: string[] = []
  const parts: FeedParts = {
    open(path, events) {
      const wire = new FakeWire(path, events)
      wires.push(wire)
      return wire
    },
    random: () => random,
    onFrame: ({ type, seq }, isMissed) => told.push(`${type} ${seq}${isMissed ? ' missed' : ''}`),
    onRefetch: () => told.push('refetch'),
    onUnread: (count) => told.push(`unread ${count}`),
    onLive: (isLive) => told.push(isLive ? 'live' : 'lost'),
    onHeard: () => undefined,
    onRefused: (code) => told.push(`refused ${code}`),
  }
  const feed = new FeedConnection(parts)
  return { feed, wires, told, last: () => wires.at(-1) ?? expect.unreachable() }
}

describe('the connection to the feed', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('goes on behind the last message after the service was away', () => {
    const { wires, told, last } = connection()
    last().events.opened()
    last().frame({ type: 'ready', seq: 4, unread_count: 1 })
    last().frame({ type: 'read', seq: 5, unread_count: 0, ids: ['a'] })
    last().events.closed(1006)
    vi.advanceTimersByTime(500)
    last().frame({ type: 'ready', seq: 6, unread_count: 1 })
    last().frame({ type: 'notification', seq: 6, unread_count: 1, silent: false, notification: { id: 'b' } })

    expect(wires.map(({ path }) => path)).toEqual(['/ws/notifications', '/ws/notifications?after=5'])
    expect(told.filter((it) => !it.startsWith('unread'))).toEqual([
      'live',
      'refetch',
      'read 5',
      'lost',
      'live',
      'notification 6 missed',
    ])
    expect(told.filter((it) => it.startsWith('unread'))).toEqual(['unread 1', 'unread 0', 'unread 1', 'unread 1'])
  })

  it('waits twice as long after each failure, up to half a minute', () => {
    const { wires, last } = connection()
    const waits: number[] = []
    for (let failure = 0; failure < 9; failure++) {
      last().events.closed(1006)
      const before = wires.length
      let waited = 0
      while (wires.length === before) {
        vi.advanceTimersByTime(500)
        waited += 500
      }
      waits.push(waited)
    }

    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  })

  it('begins with short waits again once it was stable', () => {
    const { wires, last } = connection()
    for (let failure = 0; failure < 5; failure++) {
      last().events.closed(1006)
      vi.advanceTimersByTime(30_000)
    }
    last().events.opened()
    vi.advanceTimersByTime(10_000)
    last().events.closed(1006)
    const before = wires.length
    vi.advanceTimersByTime(500)

    expect(wires.length).toBe(before + 1)
  })

  it('connects at once when it is woken, and only once', () => {
    const { feed, wires, last } = connection()
    last().events.closed(1006)
    feed.wake()
    feed.wake()
    vi.advanceTimersByTime(60)

    expect(wires.length).toBe(2)
  })

  it('gives up a line that does not answer its ping', () => {
    const { wires, last } = connection()
    last().events.opened()
    vi.advanceTimersByTime(25_000)
    const silent = last()
    vi.advanceTimersByTime(10_500)

    expect(silent.sent).toEqual(['{"type":"ping"}'])
    expect(silent.isClosed).toBe(true)
    expect(wires.length).toBe(2)
  })

  it('keeps a line that answers', () => {
    const { wires, last } = connection()
    last().events.opened()
    for (let ping = 0; ping < 4; ping++) {
      vi.advanceTimersByTime(25_000)
      last().frame({ type: 'pong' })
    }

    expect(wires.length).toBe(1)
    expect(wires[0]?.sent.length).toBe(4)
  })

  it('asks once for what is missing', () => {
    const { told, last } = connection()
    last().frame({ type: 'ready', seq: 4, unread_count: 0 })
    last().frame({ type: 'all_read', seq: 7, unread_count: 0 })
    last().frame({ type: 'all_read', seq: 8, unread_count: 0 })

    expect(last().sent).toEqual(['{"type":"resume","after":4}'])
    expect(told).not.toContain('all_read 7')
  })

  it('does not come back when the session has ended, nor after its end', () => {
    const { wires, told, last, feed } = connection()
    last().events.closed(4401)
    vi.advanceTimersByTime(60_000)
    feed.end()
    feed.wake()

    expect(wires.length).toBe(1)
    expect(told).toContain('refused 4401')
  })

  it('hears nothing of a line that it has given up', () => {
    const { told, wires, last } = connection()
    last().events.opened()
    vi.advanceTimersByTime(35_500)
    told.length = 0
    wires[0]?.frame({ type: 'reset', seq: 9, unread_count: 3 })
    wires[0]?.events.closed(1006)

    expect(told).toEqual([])
  })
})
