import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { startService } from '../support/service.ts'

/** More than Node lets wait by default (511), from addresses that may have 200 connections each. */
const ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']
const EACH = 180

it('keeps a place for a new connection while hundreds wait for a busy process', async () => {
  await using service = await startService({ settings: { MARKET_SYMBOLS: 'SPY' } })
  const port = Number(new URL(service.url).port)
  process.kill(service.pid, 'SIGSTOP')
  const sockets = ADDRESSES.flatMap((localAddress) =>
    Array.from({ length: EACH }, () => connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined)),
  )
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'connect', { signal: AbortSignal.timeout(10_000) })))
    process.kill(service.pid, 'SIGCONT')

    expect((await fetch(`${service.url}/health`)).status).toBe(200)
  } finally {
    process.kill(service.pid, 'SIGCONT')
    for (const socket of sockets) socket.destroy()
  }
})
