import { request as open } from 'node:http'
import { request as openTls } from 'node:https'
import { type Body, type Exchange, SAMPLE } from './case.ts'

export interface Target {
  /** Without a slash at its end. */
  readonly url: string
  readonly secret: string
  readonly provider: string
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

const PATIENCE_MS = 15_000

/** Sends one request as it is described, byte for byte; redirects are not followed. */
export function exchange(target: Target, run: string, asked: Exchange): Promise<Answer> {
  const fill = filler(target, run)
  const query = asked.query === undefined ? '' : `?${fill(asked.query)}`
  const url = new URL(target.url)
  const method = asked.method ?? 'POST'
  const bytes = method === 'POST' || asked.body ? bytesOf(asked.body ?? {}, fill) : undefined
  const headers = headersOf(asked, fill, bytes)
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? openTls : open
    const path = `${url.pathname.replace(/\/$/, '')}${fill(asked.path ?? '/webhooks/{provider}/trade-ideas')}${query}`
    const sent = send({ hostname: url.hostname, port: url.port, path, method, agent: false, timeout: PATIENCE_MS })
    for (const [name, values] of headers) sent.setHeader(name, values.length === 1 ? (values[0] ?? '') : values)
    sent.once('timeout', () => sent.destroy(new Error('no answer in time')))
    let isAnswered = false
    sent.once('response', (response) => {
      isAnswered = true
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => void parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
        }),
      )
    })
    // A refusal may come while the rest of a large body is still being written.
    sent.on('error', (error) => (isAnswered ? undefined : reject(error)))
    sent.end(bytes)
  })
}

/** The texts of cases with their places filled. */
export function filler({ secret, provider }: Target, run: string): (text: string) => string {
  const escaped = [...secret].map((it) => `%${it.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')
  return (text) =>
    text
      .replaceAll('{secret%}', escaped)
      .replaceAll('{secret}', secret)
      .replaceAll('{SECRET}', secret === secret.toUpperCase() ? secret.toLowerCase() : secret.toUpperCase())
      .replaceAll('{provider}', provider)
      .replaceAll('{run}', run)
}

function headersOf(asked: Exchange, fill: (text: string) => string, bytes: Buffer | undefined): Map<string, string[]> {
  const headers = new Map<string, string[]>()
  const add = (name: string, value: string) => headers.set(name, [...(headers.get(name) ?? []), value])
  if (asked.secret !== 'none') add('X-BOT-SECRET', fill('{secret}'))
  // Header values are bytes: what is not ASCII goes out as UTF-8.
  for (const [name, value] of asked.headers ?? []) add(name, Buffer.from(fill(value)).toString('latin1'))
  if (bytes === undefined) return headers
  if (asked.contentType !== null) add('Content-Type', asked.contentType ?? 'application/json')
  if (asked.chunked) add('Transfer-Encoding', 'chunked')
  else add('Content-Length', String(bytes.length))
  return headers
}

function bytesOf(body: Body, fill: (text: string) => string): Buffer {
  if ('base64' in body) return Buffer.from(body.base64, 'base64')
  if ('text' in body) {
    const more = 'times' in body ? body.of.repeat(body.times) + body.end : ''
    return Buffer.from(fill(body.text) + more)
  }
  const { payload = {}, without = [], raw = {}, padTo = 0, bom = false } = body
  const fields = new Map(
    Object.entries({ ...SAMPLE, ...payload }).map(([name, value]) => [name, JSON.stringify(value)]),
  )
  for (const [name, token] of Object.entries(raw)) fields.set(name, token)
  for (const name of without) fields.delete(name)
  const json = `{${[...fields].map(([name, token]) => `${JSON.stringify(name)}:${token}`).join(',')}}`
  const bytes = Buffer.from(`${bom ? '\ufeff' : ''}${fill(json)}`)
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, padTo - bytes.length), ' ')])
}
