/** A process that takes webhooks as fast as Node can, and tells its parent where. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(204).end())
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
