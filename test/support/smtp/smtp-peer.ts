import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Head and body as they came over the wire. */
  readonly text: string
}

type Step = 'connect' | 'auth' | 'mail' | 'rcpt' | 'data'

/** What goes wrong at a step: an answer with this status, a closed connection, or nothing at all. */
export type SmtpFault = { readonly status: number; readonly text?: string } | 'close' | 'silence'

export interface SmtpPeer extends AsyncDisposable {
  /** With the only user and password that it takes. */
  readonly url: string
  readonly port: number
  readonly received: ReceivedMail[]
  /** Connections so far. */
  readonly connections: () => number
  /** Resolves when a step that fails was reached. */
  reached(): Promise<void>
  /** Refuses recipients from now on. */
  refuseRecipients(): void
  /** Fails at this step from now on; null mends it. */
  fail(step: Step, fault: SmtpFault | null): void
}

type Done = (error?: Error | null) => void

/** A real SMTP server on loopback which keeps what it is sent, and fails at each step as it is told. */
export async function smtpPeer(options: Pick<SMTPServerOptions, 'secure' | 'key' | 'cert'> = {}): Promise<SmtpPeer> {
  const received: ReceivedMail[] = []
  const faults = new Map<Step, SmtpFault>()
  const reached = Promise.withResolvers<void>()
  let connections = 0
  const failOr = (step: Step, done: Done, proceed: () => void) => {
    const fault = faults.get(step)
    if (fault === undefined) return proceed()
    reached.resolve()
    if (fault === 'silence') return
    // Without an answer the server would wait: the sockets are its own, so it closes all of them.
    if (fault === 'close') return closeAll()
    done(Object.assign(new Error(fault.text ?? 'as told'), { responseCode: fault.status }))
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    ...options,
    onConnect(_session, done) {
      connections++
      failOr('connect', done, () => done())
    },
    onAuth({ username, password }, _session, done) {
      failOr('auth', done, () => {
        if (username === 'ada' && password === 'smtp-pass') done(null, { user: username })
        else done(new Error('wrong credentials'))
      })
    },
    onMailFrom(_address, _session, done) {
      failOr('mail', done, () => done())
    },
    onRcptTo(_address, _session, done) {
      failOr('rcpt', done, () => done())
    },
    async onData(stream, { envelope }, done) {
      let text = ''
      for await (const chunk of stream.setEncoding('utf8')) text += chunk
      failOr('data', done, () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  })
  const closeAll = () => {
    for (const connection of server.connections) closeSocket(connection)
  }
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    url: `${options.secure ? 'smtps' : 'smtp'}://ada:smtp-pass@127.0.0.1:${port}`,
    port,
    received,
    connections: () => connections,
    reached: () => reached.promise,
    refuseRecipients: () => void faults.set('rcpt', { status: 550, text: 'no such mailbox' }),
    fail(step, fault) {
      if (fault === null) faults.delete(step)
      else faults.set(step, fault)
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        closeAll()
        server.close(() => resolve())
      }),
  }
}

/** The library's types leave out the socket of a connection. */
function closeSocket(connection: unknown): void {
  const { _socket: socket } = connection as { _socket?: { destroy(): void } }
  socket?.destroy()
}
