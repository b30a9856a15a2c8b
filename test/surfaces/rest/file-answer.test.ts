import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Context } from '../../../src/catalogue/context.ts'
import { FileAnswer } from '../../../src/catalogue/file-answer.ts'
import { operationsOver } from '../../../src/catalogue/operation.ts'
import { keyOn, type RestServer, restServer } from '../../support/http/rest-server.ts'

const PART = new Uint8Array(256 * 1024)

/** What the file of a test has done. */
let made = 0
let ended: Promise<void>
let onEnd: () => void
let failsAfter = Number.POSITIVE_INFINITY
let rest: RestServer
beforeEach(async () => {
  made = 0
  failsAfter = Number.POSITIVE_INFINITY
  ended = new Promise((resolve) => (onEnd = resolve))
  rest = await restServer({ operations: [sampleFile] })
})
afterEach(() => rest[Symbol.asyncDispose]())

async function* endless() {
  try {
    for (;;) {
      if (made >= failsAfter) throw new Error('The disk is gone')
      made++
      yield PART
    }
  } finally {
    onEnd()
  }
}

const sampleFile = operationsOver<Context>()({
  name: 'sample_file',
  title: 'A file',
  description: 'A file without an end, to show that no more of it is made than somebody reads.',
  capability: 'analytics',
  callers: ['api_key'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/file', files: ['application/octet-stream'] },
  input: z.object({}),
  output: FileAnswer,
  example: {},
  run: async () => ({ media_type: 'application/octet-stream', file_name: 'a.bin', bytes: endless() }),
})

async function opened() {
  await rest.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = rest.server.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const headers = Object.entries(keyOn('vega')).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET /api/v1/file HTTP/1.1\r\nHost: a\r\n${headers.join('')}\r\n`)
  await new Promise((resolve) => socket.once('readable', resolve))
  return socket
}

it('makes no more of a file than its reader takes, and ends with the connection', async () => {
  const socket = await opened()
  const before = await settled(() => made)
  const first = socket.read()
  expect(String(first)).toMatch(/^HTTP\/1\.1 200 OK/)

  // The buffers of the operating system take some megabytes; the file has no end.
  expect(before).toBeLessThan(200)
  socket.destroy()
  await ended
})

it('ends the connection when the rest of a file cannot be made, so that half a file does not look complete', async () => {
  failsAfter = 3
  const socket = await opened()
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await new Promise((resolve) => socket.once('close', resolve))

  expect(Buffer.concat(chunks).subarray(-5).toString()).not.toBe('0\r\n\r\n')
  await ended
})

/** The value once it no longer changes between two rounds of the event loop's input and output. */
async function settled(value: () => number): Promise<number> {
  let before = -1
  let same = 0
  while (same < 50) {
    await new Promise((resolve) => setImmediate(resolve))
    same = value() === before ? same + 1 : 0
    before = value()
  }
  return before
}
