import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrokerOrder } from '../../../src/receiver/ports/broker.ts'

export interface ReceiverPeer extends AsyncDisposable {
  readonly url: string
  /** All orders that were taken, in the order of their coming. */
  readonly orders: BrokerOrder[]
  /** How often a decision was asked for, by fingerprint. */
  readonly decisions: Map<string, number>
  /** What the exits of an order made, USD, once it was reported as closed. */
  readonly profits: Map<string, number>
}

export interface PeerOptions {
  /** Whether a second order with the same id is refused; a receiver must be safe without it too. */
  readonly uniqueIds: boolean
  /** What goes wrong with the n-th order: nothing, the answer is lost, or the order itself. */
  readonly faultOf?: (count: number) => 'none' | 'answer lost' | 'order lost'
  /** How long the n-th decision takes, milliseconds. */
  readonly decidingMs?: (count: number) => number
}

/** Model and brokerage of the processes under test; it outlives them. */
export async function receiverPeer({ uniqueIds, faultOf, decidingMs }: PeerOptions): Promise<ReceiverPeer> {
  const orders: BrokerOrder[] = []
  const decisions = new Map<string, number>()
  const looks = new Map<string, number>()
  const profits = new Map<string, number>()
  let sent = 0
  let asked = 0

  async function place(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const intent = JSON.parse(await textOf(request))
    const fault = faultOf?.(sent++) ?? 'none'
    if (fault === 'order lost') return void request.socket.destroy()
    const isTaken = orders.some(({ clientOrderId }) => clientOrderId === intent.clientOrderId)
    if (uniqueIds && isTaken) return void response.writeHead(409).end()
    const order = { notional: null, ...intent, orderId: `order-${orders.length + 1}`, status: 'accepted' }
    orders.push(order)
    if (fault === 'answer lost') request.socket.destroy()
    else json(response, order)
  }

  const server = createServer((request, response) => {
    const [, kind = '', id = ''] = (request.url ?? '').split('/')
    if (kind === 'decide') {
      decisions.set(id, (decisions.get(id) ?? 0) + 1)
      setTimeout(() => json(response, {}), decidingMs?.(asked++) ?? 0)
    } else if (request.method === 'POST') void place(request, response)
    else if (kind === 'reports') {
      const order = orders.find(({ orderId }) => orderId === id)
      if (order === undefined) return void response.writeHead(404).end()
      const look = looks.get(id) ?? 0
      looks.set(id, look + 1)
      const life = lifeOf(order, Number(id.split('-')[1]), look)
      if (life.profit !== null) profits.set(order.clientOrderId, life.profit)
      json(response, life.report)
    } else {
      const order = orders.find(({ clientOrderId }) => clientOrderId === id)
      if (order) json(response, order)
      else response.writeHead(404).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    orders,
    decisions,
    profits,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The order at the n-th look: filled in part, filled, then closed by one of its exits. */
function lifeOf({ qty = '0' }: BrokerOrder, count: number, look: number) {
  const shares = Number(qty)
  const [entry, end] = [400 + count, 390 + 3 * (count % 20)]
  const isClosed = look >= 2
  const kinds = ['take_profit', 'stop_loss'] as const
  const exits = kinds.map((kind, index) => {
    const hits = isClosed && index === count % 2
    const status = hits ? 'filled' : isClosed ? 'canceled' : 'held'
    const fill = { filledQty: hits ? shares : 0, filledAvgPrice: hits ? end : null }
    return { orderId: `${kind}-${count}`, kind, price: end, status, ...fill }
  })
  const filledQty = look === 0 ? Math.floor(shares / 2) : shares
  const report = { status: look === 0 ? 'partially_filled' : 'filled', filledQty, filledAvgPrice: entry, exits }
  return { report, profit: isClosed ? shares * (end - entry) : null }
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  return text
}
