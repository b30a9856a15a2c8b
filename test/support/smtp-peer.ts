import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Head and body as they came over the wire. */
  readonly text: string
}

export interface SmtpPeer extends AsyncDisposable {
  /** With the only user and password that it takes. */
  readonly url: string
  readonly port: number
  readonly received: ReceivedMail[]
  /** Refuses recipients from now on. */
  refuseRecipients(): void
}

/** A real SMTP server on loopback which keeps what it is sent. */
export async function smtpPeer(): Promise<SmtpPeer> {
  const received: ReceivedMail[] = []
  let refusing = false
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _session, done) {
      if (username === 'ada' && password === 'smtp-pass') done(null, { user: username })
      else done(new Error('wrong credentials'))
    },
    onRcptTo(_address, _session, done) {
      done(refusing ? new Error('no such mailbox') : undefined)
    },
    async onData(stream, { envelope }, done) {
      let text = ''
      for await (const chunk of stream.setEncoding('utf8')) text += chunk
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text })
      done()
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    url: `smtp://ada:smtp-pass@127.0.0.1:${port}`,
    port,
    received,
    refuseRecipients: () => {
      refusing = true
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
