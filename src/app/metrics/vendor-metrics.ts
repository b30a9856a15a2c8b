import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Counter, Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import type { Config } from '../settings/config.ts'
import { vendorNames } from './vendor-names.ts'

/** What the HTTP client of Node publishes for each answer. Header names and values are bytes in turn. */
const Answered = z.object({
  request: z.object({ origin: z.union([z.string(), z.instanceof(URL)]) }),
  response: z.object({ statusCode: z.number(), headers: z.array(z.instanceof(Uint8Array)) }),
})
const Failed = z.object({ request: Answered.shape.request })

const ANSWERED = 'undici:request:headers'
const FAILED = 'undici:request:error'

/** Counts requests to vendors, their 429s among them. Returns a function that ends it. */
export function measureVendors(registry: Registry, config: Config): () => void {
  const vendors = vendorNames(config)
  const requests = new Counter({
    name: 'optionwire_vendor_requests_total',
    help: 'Requests to vendors, by status; no_answer where none came. Other hosts are one label.',
    labelNames: ['vendor', 'status'] as const,
    registers: [registry],
  })
  const left = new Gauge({
    name: 'optionwire_vendor_requests_left',
    help: 'X-RateLimit-Remaining of the vendor’s last answer.',
    labelNames: ['vendor'] as const,
    registers: [registry],
  })
  const vendorOf = (origin: string | URL) => vendors.get(new URL(origin).host) ?? 'other'
  const answered = (message: unknown) => {
    const { request, response } = Answered.parse(message)
    const vendor = vendorOf(request.origin)
    requests.inc({ vendor, status: response.statusCode })
    const remaining = headerOf(response.headers, 'x-ratelimit-remaining')
    if (vendor !== 'other' && remaining !== undefined && /^\d+$/.test(remaining))
      left.set({ vendor }, Number(remaining))
  }
  const failed = (message: unknown) => {
    requests.inc({ vendor: vendorOf(Failed.parse(message).request.origin), status: 'no_answer' })
  }
  subscribe(ANSWERED, answered)
  subscribe(FAILED, failed)
  return () => {
    unsubscribe(ANSWERED, answered)
    unsubscribe(FAILED, failed)
  }
}

function headerOf(headers: readonly Uint8Array[], name: string): string | undefined {
  const at = headers.findIndex(
    (bytes, index) => index % 2 === 0 && Buffer.from(bytes).toString().toLowerCase() === name,
  )
  const value = at < 0 ? undefined : headers[at + 1]
  return value && Buffer.from(value).toString()
}
