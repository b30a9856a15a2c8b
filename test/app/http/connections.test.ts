import { once } from 'node:events'
import { type AddressInfo, connect, Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { countConnections, endConnections, limitConnections } from '../../../src/app/http/connections.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { FEED, feed, HOST, handshake, REFUSED_UPGRADES, UPGRADE } from '../../support/http/refused-upgrades.ts'

describe('a refused upgrade', () => {
  let app: TestApp
  let port: number
  beforeAll(async () => {
    app = await testApp({ MARKET_SYMBOLS: 'SPY' })
    await app.server.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.server.address() as AddressInfo).port
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const connections = () =>
    new Promise<number>((resolve, reject) =>
      app.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )
  afterEach(async () => {
    await expect.poll(connections, { timeout: 10_000 }).toBe(0)
  })

  /** Sends and reads until the server ends the connection: the client never does. */
  async function answerTo(bytes: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.write(bytes, 'latin1')
    await once(socket, 'close')
    return text
  }

  it('comes in thirty-two forms', () => {
    expect(Object.keys(REFUSED_UPGRADES)).toHaveLength(32)
  })

  it.each(Object.entries(REFUSED_UPGRADES))(
    '%s is answered, and its socket is closed',
    { timeout: 3_000 },
    async (_, bytes) => {
      const text = await answerTo(bytes)

      expect(text).toMatch(/^HTTP\/1\.1 [2345]\d\d /)
      expect(text).not.toMatch(/^HTTP\/1\.1 101 /)
    },
  )

  it('whose peer goes away in the middle leaves nothing behind', async () => {
    const sockets = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    for (const socket of sockets) {
      socket.write(feed())
      socket.resetAndDestroy()
    }

    await expect.poll(connections, { timeout: 10_000 }).toBe(0)
    expect((await fetch(`http://127.0.0.1:${port}/health`, { headers: { connection: 'close' } })).status).toBe(200)
  })

  it('takes no place: thousands in a row do not end the service', async () => {
    const { server } = app.server
    const before = server.maxConnections
    server.maxConnections = 40
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => answerTo(handshake(`${FEED}/`, HOST, ...UPGRADE))),
      )
      expect(answers.every((text) => text.startsWith('HTTP/1.1 404'))).toBe(true)
    }
    server.maxConnections = before
  })
})

describe('a server that closes', () => {
  it('cuts what its peer does not end within the deadline', async () => {
    const server = fastify({ forceCloseConnections: false })
    endConnections(server, { closeDeadlineMs: 50 })
    const never = new Promise(() => undefined)
    server.get('/slow', () => never)
    await server.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(`GET /slow HTTP/1.1\r\n${HOST}\r\n\r\n`)
    await once(server.server, 'request')
    const ended = once(socket, 'close')

    await server.close()
    await ended

    expect(server.server.listening).toBe(false)
  })
})

describe('connections of one address', () => {
  /** Gives a function that connects and says whether a request was answered. */
  async function listening(server: FastifyInstance) {
    await server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.server.address() as AddressInfo
    return async (localAddress: string) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      socket.on('error', () => {})
      socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n')
      const [first] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
      return { socket, isAnswered: Buffer.isBuffer(first) }
    }
  }

  async function limited(maxPerAddress: number | null) {
    const server = fastify()
    limitConnections(server, maxPerAddress)
    server.get('/health', () => 'yes')
    return { server, answered: await listening(server) }
  }

  it.each([
    ['are limited by MAX_CONNECTIONS_PER_ADDRESS in the whole service', 'false', [true, true, false]],
    ['are not limited in the whole service behind a proxy', 'true', [true, true, true]],
  ])('%s', async (_, trustProxy, expected) => {
    await using app = await testApp({ MAX_CONNECTIONS_PER_ADDRESS: '2', TRUST_PROXY: trustProxy })
    const answered = await listening(app.server)
    const found = [await answered('127.0.0.1'), await answered('127.0.0.1'), await answered('127.0.0.1')]

    expect(found.map(({ isAnswered }) => isAnswered)).toEqual(expected)
    for (const { socket } of found) socket.destroy()
  })

  it('count all addresses of one IPv6 network as one', async () => {
    const { server } = await limited(1)
    const sockets = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'].map((remoteAddress) =>
      Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }),
    )
    for (const socket of sockets) server.server.emit('connection', socket)

    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true, false])
    for (const socket of sockets) socket.destroy()
    await server.close()
  })

  it('beyond the limit are cut, those of other addresses are not, and a closed one makes room', async () => {
    const { server, answered } = await limited(3)
    const first = [await answered('127.0.0.1'), await answered('127.0.0.1'), await answered('127.0.0.1')]
    const fourth = await answered('127.0.0.1')
    const other = await answered('127.0.0.2')
    first[0]?.socket.destroy()

    expect(first.map(({ isAnswered }) => isAnswered)).toEqual([true, true, true])
    expect([fourth.isAnswered, other.isAnswered]).toEqual([false, true])
    await expect.poll(async () => (await answered('127.0.0.1')).isAnswered).toBe(true)
    await server.close()
  })

  it('are not limited behind a proxy', async () => {
    const { server, answered } = await limited(null)

    for (let count = 0; count < 5; count++) expect((await answered('127.0.0.1')).isAnswered).toBe(true)
    await server.close()
  })
})

it('counts the connections that are open', async () => {
  await using app = await testApp({ MARKET_SYMBOLS: 'SPY' })
  const count = countConnections(app.server)
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.server.address() as AddressInfo

  const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]

  for (const left of [2, 1, 0]) {
    await expect.poll(count).toBe(left)
    sockets.pop()?.destroy()
  }
})
