import { connect, createServer, type Socket } from 'node:net'

/** The way of one process to a vendor, which counts what it asks. */
export interface VendorLink extends AsyncDisposable {
  readonly url: string
  /** HTTP requests, those that open a stream among them. */
  readonly requests: number
}

export async function vendorLink(vendorUrl: string): Promise<VendorLink> {
  const { hostname: host, port } = new URL(vendorUrl)
  const sockets = new Set<Socket>()
  let requests = 0
  const join = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    from.pipe(to)
  }
  const server = createServer((near) => {
    const far = connect({ host, port: Number(port) })
    near.on('data', (bytes: Buffer) => {
      requests += bytes.toString('latin1').match(/GET \/\S* HTTP\/1\.1/g)?.length ?? 0
    })
    join(near, far)
    join(far, near)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    get requests() {
      return requests
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
