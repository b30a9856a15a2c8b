import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type SignedInPage, signedInPage } from '../../support/browser/signed-in-page.ts'
import { canWalk, listen, type Scheme, SIZES, settled, violations } from '../../support/browser/web-service.ts'
import { discordKeys } from '../../support/vendors/discord-interactions/interaction.ts'
import { DiscordInteractions } from '../../support/vendors/discord-interactions/server.ts'

const APPLICATION = '775799577604522054'
const KEYS = discordKeys(Buffer.alloc(32, 7))
const LOOKS = (['light', 'dark'] as const).flatMap((scheme: Scheme) =>
  (['desktop', 'phone'] as const).map((size) => ({ scheme, size })),
)

describe.skipIf(!canWalk)('the page on which a chat user is linked', { timeout: 120_000 }, () => {
  let opened: SignedInPage
  let discord: DiscordInteractions
  let users = 0

  beforeAll(async () => {
    discord = await DiscordInteractions.start({
      now: () => opened.service.parts.now(),
      applicationId: APPLICATION,
      botToken: 'unused',
      keys: KEYS,
      get endpoint() {
        return `${opened.service.url}/webhooks/discord/interactions`
      },
    })
    opened = await signedInPage({
      settings: {
        DISCORD_APPLICATION_ID: APPLICATION,
        DISCORD_PUBLIC_KEY: KEYS.publicKey,
        DISCORD_API_URL: discord.url,
      },
    })
    discord.register([
      { name: 'quote', description: 'd', options: [{ type: 3, name: 'symbol', description: 'd', required: true }] },
    ])
  }, 120_000)
  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]()
    await discord?.[Symbol.asyncDispose]()
  })

  function newUser(username = 'mason') {
    return { id: String(53908232506184000n + BigInt(++users)), username }
  }

  /** What a user reads who gives a command. */
  async function said(user: ReturnType<typeof newUser>): Promise<string> {
    const sent = await discord.command('quote', { symbol: 'SPY' }, { user })
    return vi.waitFor(
      () => {
        const { isLoading = true, content = '', embeds = [] } = discord.message(sent) ?? {}
        if (isLoading) throw new Error('There is no answer yet')
        return `${content}${embeds.map(({ title }) => title).join('')}`
      },
      { timeout: 20_000, interval: 20 },
    )
  }

  async function linkFor(user: ReturnType<typeof newUser>): Promise<string> {
    return /<(http:\S+)>/.exec(await said(user))?.[1] ?? ''
  }

  it.each(LOOKS)('names the user, and links after a yes, on $size in $scheme', async ({ scheme, size }) => {
    const { browser, context: signedIn, service, account } = opened
    const storageState = await signedIn.storageState()
    const look = {
      viewport: SIZES[size],
      colorScheme: scheme,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    } as const
    const context = await browser.newContext({ baseURL: service.url, storageState, ...look })
    const page = await context.newPage()
    const complaints = listen(page, service.url)
    const user = newUser('<b>everyone</b>')
    await page.goto(await linkFor(user))
    await settled(page)
    const question = page.getByRole('button', { name: 'Link', exact: true })
    await question.waitFor()
    const asked = await page.locator('main').innerText()
    const broken = await violations(page)
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    const address = page.url()
    await question.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'is linked' }).waitFor()
    const brokenAfter = await violations(page)
    await page.getByRole('link', { name: 'Connected apps' }).last().click()
    await page
      .getByRole('row', { name: /Discord/ })
      .first()
      .waitFor()
    await context.close()

    for (const part of ['Discord', 'all servers', '<b>everyone</b>', user.id, account.email])
      expect(asked).toContain(part)
    expect(address).not.toContain('token')
    expect([...broken, ...brokenAfter]).toEqual([])
    expect(overflow).toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])
    expect(await said(user)).toMatch(/^SPY/)
  })

  it('says what to do about a link that is used up', async () => {
    const { page, context } = opened
    const user = newUser()
    const link = await linkFor(user)
    await page.goto(link)
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'is linked' }).waitFor()
    const other = await context.newPage()
    await other.goto(link)
    await other.getByText('Give a command in the chat again').waitFor()
    const broken = await violations(other)
    await other.close()

    expect(broken).toEqual([])
  })

  it('links nobody after Cancel', async () => {
    const { page, account, service } = opened
    const before = await service.parts.store.chatUsers.ofAccount(account.id)
    await page.goto('/')
    await page.goto(await linkFor(newUser()))
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page
      .getByRole('row', { name: /Discord/ })
      .first()
      .waitFor()

    expect(await service.parts.store.chatUsers.ofAccount(account.id)).toEqual(before)
  })

  it('asks after the sign-in, too', async () => {
    const { browser, service, account } = opened
    const context = await browser.newContext({ baseURL: service.url, serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(await linkFor(newUser('late')))
    await page.getByRole('textbox', { name: 'E-mail' }).fill(account.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('a password of a test')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Link', exact: true }).waitFor()
    const asked = await page.locator('main').innerText()
    await context.close()

    expect(asked).toContain('late')
  })

  it('lists the linked users, each with what ends the link', async () => {
    const { page, service, account } = opened
    const user = newUser('ended')
    const link = { vendor: 'discord', workspaceId: 'discord', workspaceName: 'all servers' } as const
    const ids = { userId: user.id, userName: user.username, id: 'to-end', accountId: account.id }
    await service.parts.store.chatUsers.put({ ...link, ...ids, linkedAt: service.parts.now().toISOString() })
    await page.goto('/')
    await page.goto('/connected_apps')
    const row = page.getByRole('row', { name: /ended/ })
    await row.waitFor()
    const broken = await violations(page)
    await row.getByRole('button', { name: /Unlink/ }).click()
    await row.waitFor({ state: 'detached' })

    expect(broken).toEqual([])
    expect(await linkFor(user)).toContain('#token=')
  })
})
