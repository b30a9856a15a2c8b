import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { faultSink, type Reply, type SinkRequest } from '../../http/fault-sink.ts'
import { type CboeDocument, documentOf } from './documents.ts'
import type { CboeWorld } from './world.ts'

const PREFIX = '/api/global/delayed_quotes/'

export interface CboeVendor extends AsyncDisposable {
  /** With the path to which the names of files are added. */
  readonly url: string
  /** Path of every request below the prefix, oldest first. */
  readonly requests: string[]
  /** Requests of this file, for example `options/SPY.json`, fail so until it is repaired. `hang` answers nothing. */
  fail(file: string, reply: Reply | 'hang'): void
  /** The file is answered as this makes it, until it is repaired. */
  edit(file: string, edit: (document: CboeDocument) => unknown): void
  /** The next answer of this file ends in its middle. */
  truncate(file: string): void
  repair(file: string): void
}

export async function cboeVendor({ world }: { readonly world: CboeWorld }): Promise<CboeVendor> {
  const requests: string[] = []
  const faults = new Map<string, Reply | 'hang'>()
  const edits = new Map<string, (document: CboeDocument) => unknown>()
  const truncated = new Set<string>()

  const behaviour = async (request: SinkRequest): Promise<Reply> => {
    const { pathname } = new URL(request.path, 'http://vendor')
    const file = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) : pathname
    requests.push(file)
    const fault = faults.get(file)
    if (fault === 'hang') return new Promise(() => {})
    if (fault) return fault
    const document = documentOf(file, world)
    if (!document) return { status: 403, headers: { 'content-type': 'application/xml' }, body: ACCESS_DENIED }
    const text = JSON.stringify(edits.get(file)?.(document) ?? document)
    return fileReply(truncated.delete(file) ? text.slice(0, text.length / 2) : text, request, world)
  }
  const sink = await faultSink({ behaviour })
  return {
    url: `${sink.origin}${PREFIX.slice(0, -1)}`,
    requests,
    fail: (file, reply) => void faults.set(file, reply),
    edit: (file, edit) => void edits.set(file, edit),
    truncate: (file) => void truncated.add(file),
    repair(file) {
      faults.delete(file)
      edits.delete(file)
    },
    [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose](),
  }
}

const ACCESS_DENIED =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'

/** Source: README.md, "Answers". */
function fileReply(text: string, { headers }: SinkRequest, { now }: CboeWorld): Reply {
  const etag = `W/"${createHash('md5').update(text).digest('hex')}"`
  const common = {
    etag,
    'last-modified': now().toUTCString(),
    'cache-control': 'max-age=0, s-maxage=5',
    'x-cache': 'RefreshHit from cloudfront',
  }
  if (headers['if-none-match'] === etag) return { status: 304, headers: common }
  const isZipped = headers['accept-encoding']?.includes('gzip')
  const encoding = isZipped ? { 'content-encoding': 'gzip' } : {}
  return {
    status: 200,
    headers: { ...common, ...encoding, 'content-type': 'application/json' },
    body: isZipped ? gzipSync(text) : text,
  }
}
