import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropSlowReaders } from '../../../src/app/http/slow-readers.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('ends the connection of a peer that does not read, and leaves others alone', async () => {
  let nowMs = 0
  const server = fastify()
  dropSlowReaders(server, () => nowMs)
  server.get('/large', () => Buffer.alloc(64 * 1024 * 1024))
  server.get('/small', () => ({ ok: true }))
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const begun = new Promise((resolve) => socket.once('readable', resolve))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
  await begun

  nowMs = 59_000
  vi.advanceTimersByTime(5_000)
  const openBefore = (await connections(server)) >= 1
  nowMs = 61_000
  vi.advanceTimersByTime(5_000)
  socket.resume()
  await closed

  const small = await fetch(`http://127.0.0.1:${port}/small`)
  expect({ openBefore, status: small.status }).toEqual({ openBefore: true, status: 200 })
  await server.close()
})

it('counts the time of each part of a stream, and not that in which the next one is made', async () => {
  let nowMs = 0
  const server = fastify()
  dropSlowReaders(server, () => nowMs)
  server.get('/parts', (_request, reply) => {
    async function* parts() {
      for (let part = 0; part < 5; part++) {
        // The source takes longer for each part than a reader may take for one.
        nowMs += 90_000
        vi.advanceTimersByTime(5_000)
        yield Buffer.alloc(1024)
      }
    }
    return reply.send(Readable.from(parts()))
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })

  const body = await (await fetch(`${url}/parts`)).arrayBuffer()
  expect(body.byteLength).toBe(5 * 1024)
  await server.close()
})

function connections(server: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) => {
    server.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
