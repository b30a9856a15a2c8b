import { connect } from 'node:net'

export interface RawAnswer {
  /** Status codes in the order of the answers; empty when the connection was closed without one. */
  readonly statuses: number[]
  readonly text: string
}

/** Sends bytes as they are and reads until the peer closes, or until it has said nothing for a while. */
export function sendRaw(port: number, bytes: string, quietMs = 300): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const finish = () => {
      socket.destroy()
      resolve({ statuses: [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status)), text })
    }
    socket.setTimeout(quietMs, finish)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('close', finish)
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? finish() : reject(error)))
    socket.write(bytes, 'latin1')
  })
}
