import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export interface FaultServer extends AsyncDisposable {
  readonly url: string
  readonly requests: { readonly target: string; readonly headers: IncomingMessage['headers'] }[]
  /** How many connections were made. */
  readonly connections: () => number
  /** What the next requests get, one each; the last one stays. */
  script(...answers: readonly Answering[]): void
}

export type Answering = (request: IncomingMessage, response: ServerResponse) => void

/** A real HTTP server on loopback that misbehaves as it is told. */
export async function faultServer(): Promise<FaultServer> {
  const requests: FaultServer['requests'] = []
  let answers: Answering[] = [json({})]
  let connections = 0
  const server = createServer((request, response) => {
    requests.push({ target: request.url ?? '', headers: request.headers })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(request, response)
  })
  server.on('connection', () => connections++)
  const port = await listening(server)
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    script: (...given) => {
      answers = [...given]
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function json(body: unknown, headers: Record<string, string> = {}): Answering {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

export function status(code: number, headers: Record<string, string> = {}, body = '{"message":"no"}'): Answering {
  return (_request, response) => {
    response.writeHead(code, headers)
    response.end(body)
  }
}

export const html: Answering = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end('<html><body>We are improving this page.</body></html>')
}

/** The headers come, the rest never does. */
export const stall: Answering = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"data":')
}

export const silence: Answering = () => undefined

export const reset: Answering = (request) => {
  request.socket.resetAndDestroy()
}

/** Says how long it is, and ends before that. */
export const cutOff: Answering = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"data":[1,2,3', () => request.socket.end())
}

/** Ends properly, in the middle of the JSON. */
export const half: Answering = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end('{"data":[1,2,3')
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address === 'string' || !address) throw new Error('no port')
  return address.port
}
