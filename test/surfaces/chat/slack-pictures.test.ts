import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'
import { SlackCommands } from '../../support/vendors/slack-commands/server.ts'

const SECRET = 'canary-slack-signing-secret'
const PUBLIC_URL = 'https://options.example.com'
const PLACE = {
  team: { id: 'T0001', domain: 'example' },
  channel: { id: 'C1', name: 'test' },
  user: { id: 'U1', name: 'steve' },
}
const PATIENCE = { timeout: 20_000, interval: 20 }

let app: TestApp
let slack: SlackCommands
/** Where the public address leads; a service behind a firewall cannot be reached. */
let isReachable = true

beforeAll(async () => {
  const found = { url: '' }
  const early = await SlackCommands.start({
    now: () => app.clock.now(),
    signingSecret: SECRET,
    get commandUrl() {
      return `${found.url}/webhooks/slack/commands`
    },
    route: (url) => (isReachable ? url.replace(PUBLIC_URL, found.url) : 'http://127.0.0.1:1/'),
  })
  slack = early
  app = await testApp({ SLACK_SIGNING_SECRET: SECRET, SLACK_RESPONSE_URL: slack.url, PUBLIC_URL })
  found.url = await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { email } = await app.account('vega')
  const owner = await app.parts.store.accounts.byEmail(email)
  const user = {
    vendor: 'slack',
    workspaceId: 'T0001',
    userId: 'U1',
    workspaceName: 'example',
    userName: 'steve',
  } as const
  const linkedAt = app.clock.now().toISOString()
  await app.parts.store.chatUsers.put({ ...user, id: 'link', accountId: owner?.account.id ?? '', linkedAt })
})
afterAll(async () => {
  await app?.[Symbol.asyncDispose]()
  await slack?.[Symbol.asyncDispose]()
})

async function said(command: string) {
  const before = slack.messages.length
  await slack.command(command, 'SPY', PLACE)
  await vi.waitFor(() => expect(slack.messages.length).toBe(before + 1), PATIENCE)
  return slack.messages.at(-1)
}

function imageOf(message: Awaited<ReturnType<typeof said>>): URL {
  const image = message?.blocks.find(({ type }) => type === 'image')
  return new URL(image?.type === 'image' ? (image.image_url ?? '') : '')
}

describe('the picture of an answer in Slack', () => {
  it.each(['/gex', '/levels', '/flow', '/iv'])('of %s is fetched from this service', async (command) => {
    isReachable = true
    const message = await said(command)
    const { pathname } = imageOf(message)
    const { statusCode, headers, rawPayload } = await app.request({ url: pathname })

    expect(message?.blocks).toMatchObject([
      { type: 'section', text: { type: 'plain_text', text: expect.stringContaining('SPY') } },
      { type: 'image', alt_text: expect.stringContaining('SPY') },
    ])
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=3600, immutable' })
    expect(rawPayload.length).toBeLessThan(60 * 1024)
  })

  it('is left out, and the words stay, where Slack cannot fetch it', async () => {
    isReachable = false
    const message = await said('/gex')

    expect(slack.posts.at(-2)).toMatchObject({ status: 400, error: 'invalid_blocks' })
    expect(message).toMatchObject({ visibility: 'in_channel', blocks: [], text: expect.stringContaining('Call wall') })
  })

  it('has an address that ends after a day, and that nobody else can make', async () => {
    isReachable = true
    const { pathname } = imageOf(await said('/iv'))
    const [data = '', until = ''] = pathname.replace('/chat_pictures/', '').split('.')
    const forged = await app.request({ url: `/chat_pictures/${data}.${until}.${'A'.repeat(43)}.png` })
    app.clock.advance(86_401_000)
    const late = await app.request({ url: pathname })

    expect([forged.statusCode, late.statusCode]).toEqual([404, 404])
  })
})
