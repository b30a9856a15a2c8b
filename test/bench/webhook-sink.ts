/** A process that takes webhooks as fast as Node can, and tells its parent where. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How long requests below `/slow` take. */
const SLOW_MS = 2_000

const server = createServer((request, response) => {
  request.resume()
  const answer = () => response.writeHead(204).end()
  request.on('end', () => (request.url?.startsWith('/slow') ? setTimeout(answer, SLOW_MS) : answer()))
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
