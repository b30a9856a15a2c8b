import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'

/** For a process without the feed: a WebSocket handshake gets the answer of its path at once, which is mostly 404. */
export async function mountNoFeed(server: FastifyInstance): Promise<void> {
  await server.register(websocket)
}
