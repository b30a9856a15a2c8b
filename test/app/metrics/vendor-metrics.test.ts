import { createServer } from 'node:http'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { measureVendors } from '../../../src/app/metrics/vendor-metrics.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'

/** A server whose path is the status that it answers; `/away` answers nothing. */
async function server() {
  const made = createServer((request, response) => {
    if (request.url === '/away') return void response.destroy()
    response.writeHead(Number(request.url?.slice(1)), { 'X-RateLimit-Remaining': '187' }).end()
  })
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  const address = made.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.dispose]() {
      made.close()
      made.closeAllConnections()
    },
  }
}

it('counts the requests to vendors by status, shows what their limits leave, and names no other host', async () => {
  using vendor = await server()
  using stranger = await server()
  const registry = new Registry()
  const stop = measureVendors(registry, readConfig({ ...SECRET_SETTINGS, CBOE_DATA_URL: vendor.url }))
  for (const path of ['/200', '/200', '/429', '/away']) await fetch(vendor.url + path).catch(() => undefined)
  await fetch(`${stranger.url}/200`)

  const text = await registry.metrics()
  stop()
  await fetch(`${vendor.url}/200`)

  const name = 'optionwire_vendor_requests_total'
  expect(text).toContain(`${name}{vendor="cboe",status="200"} 2\n`)
  expect(text).toContain(`${name}{vendor="cboe",status="429"} 1\n`)
  expect(text).toContain(`${name}{vendor="cboe",status="no_answer"} 1\n`)
  expect(text).toContain(`${name}{vendor="other",status="200"} 1\n`)
  expect(text).toMatch(/optionwire_vendor_requests_left\{vendor="cboe"\} 187\n/)
  expect(text).not.toMatch(/left\{vendor="other"|127\.0\.0\.1/)
  expect(await registry.metrics()).toContain(`${name}{vendor="cboe",status="200"} 2\n`)
})
