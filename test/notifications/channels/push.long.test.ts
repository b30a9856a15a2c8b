import { describe, expect, it } from 'vitest'
import { pushChannel } from '../../../src/notifications/channels/push/index.ts'
import { canNotify, launchChromium } from '../../support/browser/chromium.ts'
import { testClock } from '../../support/clock.ts'
import { faultSink } from '../../support/http/fault-sink.ts'
import { message } from '../../support/notifications/messages.ts'
import { pushService } from '../../support/push/push-service.ts'
import { vapidKeys } from '../../support/push/vapid-keys.ts'
import { clientFor } from './http-rig.ts'

const WORKER = `
addEventListener('push', (event) => {
  const { title, body, tag, url } = event.data.json()
  event.waitUntil(registration.showNotification(title, { body, tag, data: { url } }))
})`

/** Typed by hand: the page's own types are not those of this program. */
interface Shown {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly data: { readonly url: string }
}

describe.skipIf(!canNotify)('a browser', () => {
  it('shows what the push channel sent, once however often it is repeated', async () => {
    const vapid = vapidKeys()
    await using service = await pushService(vapid.publicKey)
    await using site = await faultSink({
      behaviour: ({ path }) => {
        const isWorker = path === '/worker.js'
        return {
          headers: { 'content-type': isWorker ? 'text/javascript' : 'text/html' },
          body: isWorker ? WORKER : '<title>x</title>',
        }
      },
    })
    const { now } = testClock()
    const client = clientFor(service.sink, 5_000)
    const channel = pushChannel({ client, now, web: vapid })
    const endpoint = { id: 'e', address: JSON.stringify({ kind: 'web', ...service.subscription }), secrets: [] }
    const sending = { deliveryId: message().deliveryId, endpoint, body: channel.freeze(message()) }
    for (let n = 0; n < 2; n++) await channel.send(sending, new AbortController().signal)
    await client.close()

    const browser = await launchChromium({ notifies: true })
    try {
      const context = await browser.newContext()
      await context.grantPermissions(['notifications'], { origin: site.origin })
      const page = await context.newPage()
      await page.goto(site.origin)
      const devTools = await context.newCDPSession(page)
      const registered = new Promise<string>((resolve) => {
        devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
          const [registration] = registrations
          if (registration) resolve(registration.registrationId)
        })
      })
      await devTools.send('ServiceWorker.enable')
      await page.evaluate(
        "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => null)",
      )
      const registrationId = await registered
      for (const { text } of service.received) {
        await devTools.send('ServiceWorker.deliverPushMessage', { origin: site.origin, registrationId, data: text })
      }
      const shown = () =>
        page.evaluate<Shown[]>(`navigator.serviceWorker.ready
          .then((registration) => registration.getNotifications())
          .then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, data })))`)

      // A list matches only in its full length: the repeat has replaced the first.
      await expect.poll(shown, { timeout: 15_000 }).toMatchObject([
        {
          title: 'NVDA 150C: $1.2M bought above ask',
          body: 'A sweep of 4,000 contracts crossed four exchanges.\nNov 20, 10:00:05 EST',
          data: { url: 'https://options.example.com/n/1' },
        },
      ])
    } finally {
      await browser.close()
    }
    expect(service.received).toHaveLength(2)
  }, 90_000)
})
