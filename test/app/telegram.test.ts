import { expect, it, vi } from 'vitest'
import { systemContent } from '../../src/notifications/domain/contents.ts'
import { notificationService } from '../support/notifications/notification-service.ts'
import { startTelegram } from '../support/telegram/server.ts'

const TOKEN = '4242:AAcanary-of_the-bots-token'
const PATIENCE = { timeout: 15_000, interval: 20 }

it('a service with a Telegram bot links a chat, writes to it, stops at once, and never logs the token', async () => {
  await using telegram = await startTelegram({ token: TOKEN, now: () => Date.now() })
  const service = await notificationService({
    settings: { TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_BASE_URL: telegram.baseUrl },
  })
  const account = await service.account()
  const shown = async () => (await service.call(account, 'GET', 'notification_settings')).body.channels.telegram
  const link = await service.call(account, 'POST', 'notification_settings/channels/telegram/link')
  expect(link).toMatchObject({ status: 201, body: { url: expect.stringContaining('https://t.me/') } })
  telegram.opensLink({ id: 7, first_name: 'Ann' }, link.body.url)
  await vi.waitFor(async () => expect(await shown()).toMatchObject({ enabled: true, chat: 'Ann' }), PATIENCE)
  await service.raise({ accountId: account.id, eventKey: 't:1', content: systemContent('News', 'Body.', false) })
  await vi.waitFor(() => expect(telegram.messages.at(-1)?.text).toMatch(/^News\nBody\./), PATIENCE)

  const before = performance.now()
  await service[Symbol.asyncDispose]()
  expect(performance.now() - before).toBeLessThan(4_000)
  expect(service.logged.join('')).not.toContain('canary')
})
