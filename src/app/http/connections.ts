import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addressGroup } from '../../lib/text/address-group.ts'

/** An upgrade that nobody has answered for so long is given up. */
const UPGRADE_TIMEOUT_MS = 10_000
/** What is still open so long after the server began to close is cut. */
export const CLOSE_DEADLINE_MS = 10_000

/**
 * Ends connections that nothing else would end.
 *
 * A refused WebSocket upgrade: Node hands the socket over with the `upgrade` event and no longer counts, times or closes
 * it. Whoever answers with anything but 101 (the router, a hook, an error handler) only writes to it, so its socket is
 * ended here once the answer is written.
 *
 * Whatever is open ten seconds after the server began to close: a peer that never reads must not keep the process alive.
 */
export function endConnections(server: FastifyInstance, { closeDeadlineMs = CLOSE_DEADLINE_MS } = {}): void {
  const open = new Set<Socket>()
  server.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  endRefusedUpgrades(server)
  let deadline: NodeJS.Timeout | undefined
  server.addHook('preClose', (done) => {
    deadline = setTimeout(() => {
      for (const socket of open) socket.destroy()
    }, closeDeadlineMs)
    done()
  })
  server.addHook('onClose', async () => clearTimeout(deadline))
}

function endRefusedUpgrades(server: FastifyInstance): void {
  // Requests are the key: nothing says when one of them is no longer needed.
  const upgrading = new WeakSet<IncomingMessage>()
  // Before the listener that routes the request, which answers some requests at once.
  server.server.prependListener('upgrade', (request, socket: Socket) => {
    upgrading.add(request)
    socket.setTimeout(UPGRADE_TIMEOUT_MS, () => socket.destroy())
  })
  const route = server.routing.bind(server)
  server.routing = (request: IncomingMessage, response: ServerResponse) => {
    if (upgrading.has(request)) response.once('finish', () => request.socket.destroySoon())
    route(request, response)
  }
}

/** How many connections are open at the moment, those of browsers that wait for what is new included. */
export function countConnections({ server }: Pick<FastifyInstance, 'server'>): () => number {
  let open = 0
  server.on('connection', (socket) => {
    open++
    socket.once('close', () => open--)
  })
  return () => open
}

/**
 * Cuts connections of an address, or of the network of an IPv6 address, beyond a number: nobody takes the places of all
 * others. `maxPerAddress` null is for a server behind a proxy, whose address all connections have.
 */
export function limitConnections(server: FastifyInstance, maxPerAddress: number | null): void {
  if (maxPerAddress === null) return
  const open = new Map<string, number>()
  server.server.on('connection', (socket: Socket) => {
    const address = addressGroup(socket.remoteAddress ?? '')
    const count = (open.get(address) ?? 0) + 1
    if (count > maxPerAddress) {
      socket.destroy()
      return
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}
