import { connect, createServer, type Socket } from 'node:net'

/** `cut` refuses and ends connections, `silent` swallows what is sent on them, `slow` delays it. */
export type LinkState = 'whole' | 'cut' | 'silent' | 'slow'

const SLOW_MS = 200

export interface TcpProxy extends AsyncDisposable {
  readonly port: number
  /** From now on, for open connections too. */
  become(state: LinkState): void
  /** Leads new connections to another port, and ends the others. */
  leadTo(port: number): void
}

/** A network link to a server, which a test breaks. */
export async function tcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  let state: LinkState = 'whole'
  let { port } = target
  const sockets = new Set<Socket>()
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (bytes) => {
      if (state === 'silent') return
      if (state === 'slow') setTimeout(() => to.write(bytes), SLOW_MS)
      else to.write(bytes)
    })
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = connect({ host: target.host, port })
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    become(next) {
      state = next
      if (state === 'cut') for (const socket of sockets) socket.destroy()
    },
    leadTo(next) {
      port = next
      for (const socket of sockets) socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
