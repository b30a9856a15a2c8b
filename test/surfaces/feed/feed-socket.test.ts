import { describe, expect, it } from 'vitest'
import { FeedSocket, SLOW_BYTES, type Wire } from '../../../src/surfaces/feed/feed-socket.ts'

/** A peer that reads only when it is told to. */
function stalledPeer() {
  const waiting: { bytes: number; sent: () => void }[] = []
  const ended: (number | 'cut')[] = []
  let pings = 0
  const wire: Wire = {
    get bufferedAmount() {
      return waiting.reduce((sum, { bytes }) => sum + bytes, 0)
    },
    send: (text, sent) => void waiting.push({ bytes: text.length, sent }),
    ping: () => void pings++,
    close: (code) => void ended.push(code),
    terminate: () => void ended.push('cut'),
  }
  const read = () => {
    for (const { sent } of waiting.splice(0)) sent()
  }
  return { wire, read, ended, pings: () => pings }
}

const text = 'x'.repeat(1_000)

describe('a socket of the feed', () => {
  it('buffers a bounded amount for a reader that has stopped, and resets it when it reads again', () => {
    const peer = stalledPeer()
    let drained = 0
    const socket = new FeedSocket(
      'ada',
      peer.wire,
      () => 0,
      () => drained++,
    )
    for (let count = 0; count < 10_000; count++) socket.sendText(text)

    expect(peer.wire.bufferedAmount).toBeGreaterThan(SLOW_BYTES)
    expect(peer.wire.bufferedAmount).toBeLessThan(SLOW_BYTES + 2 * text.length)
    expect({ drained, ended: peer.ended }).toEqual({ drained: 0, ended: [] })
    peer.read()
    expect(drained).toBe(1)
    expect(socket.sendText(text)).toBe(true)
  })

  it('is cut when it has not read for half a minute', () => {
    const peer = stalledPeer()
    let now = 0
    const socket = new FeedSocket(
      'ada',
      peer.wire,
      () => now,
      () => undefined,
    )
    for (let count = 0; count < 100; count++) socket.sendText(text)
    now = 29_999
    socket.tick()
    expect(peer.ended).toEqual([])
    now = 30_000
    socket.tick()

    expect(peer.ended).toEqual([1013, 'cut'])
  })

  it('is pinged every half minute and cut without a pong in ten seconds', () => {
    const peer = stalledPeer()
    let now = 0
    const socket = new FeedSocket(
      'ada',
      peer.wire,
      () => now,
      () => undefined,
    )
    const at = (ms: number) => {
      now = ms
      socket.tick()
    }
    at(30_000)
    socket.receivePong()
    at(60_000)
    at(69_999)
    expect({ pings: peer.pings(), ended: peer.ended }).toEqual({ pings: 2, ended: [] })
    at(70_000)

    expect(peer.ended).toEqual(['cut'])
  })
})
