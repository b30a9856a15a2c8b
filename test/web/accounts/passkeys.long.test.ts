import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canWalk, settled, signIn, violations, type WebService, webService } from '../../support/browser/web-service.ts'
import { freePort } from '../../support/http/free-port.ts'

/** A device of Chromium that holds passkeys and checks its user without a dialog. */
const DEVICE = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

describe.skipIf(!canWalk)('passkeys in a browser', { timeout: 120_000 }, () => {
  let web: WebService
  let baseURL: string
  beforeAll(async () => {
    const port = String(await freePort())
    // Browsers allow no passkeys at an IP address.
    baseURL = `http://localhost:${port}`
    web = await webService({ PORT: port, PUBLIC_URL: baseURL })
  }, 120_000)
  afterAll(() => web?.[Symbol.asyncDispose]())

  const account = async (page: Page) => {
    await page.goto('/account/security')
    await settled(page)
  }

  async function withDevice(): Promise<{ page: Page; complaints: string[]; devices: CDPSession; device: string }> {
    const { page, complaints, context } = await web.open({ baseURL, isStranger: true })
    const devices = await context.newCDPSession(page)
    await devices.send('WebAuthn.enable')
    const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE })
    return { page, complaints, devices, device: authenticatorId }
  }

  it('are added, sign in alone and after the password, are renamed and removed', async () => {
    const { page, devices, device } = await withDevice()
    await signIn(page)
    await account(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name').fill('notebook')
    await page.getByLabel('Your password').fill(web.password)
    await page.getByRole('button', { name: 'Add the passkey' }).click()
    await page.getByText('These recovery codes are shown only once.').waitFor()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('rowheader', { name: 'notebook' }).waitFor()
    expect(await violations(page)).toEqual([])
    const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId: device })
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])

    await signOut(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'Market', exact: true }).waitFor()

    await signOut(page)
    await page.getByRole('textbox', { name: 'E-mail' }).fill(web.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(web.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Second factor' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'Market', exact: true }).waitFor()

    await account(page)
    await page.getByRole('button', { name: 'Rename notebook' }).click()
    await page.getByLabel('Name').fill('phone')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('button', { name: 'Remove phone' }).click()
    await page.getByLabel('Your password').fill(web.password)
    await page.getByRole('button', { name: 'Remove the passkey' }).click()
    await page.getByRole('button', { name: 'Remove phone' }).waitFor({ state: 'detached' })
    await signOut(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('The passkey was not accepted.').waitFor()
    await signIn(page)
  })

  it('are refused by a device that does not check its user', async () => {
    const { page, devices, device } = await withDevice()
    await devices.send('WebAuthn.setUserVerified', { authenticatorId: device, isUserVerified: false })
    await signIn(page)
    await account(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name').fill('notebook')
    await page.getByLabel('Your password').fill(web.password)
    await page.getByRole('button', { name: 'Add the passkey' }).click()
    await page.getByText('No passkey was used. Try again.').waitFor()
  })

  async function signOut(page: Page): Promise<void> {
    await page.goto('/account')
    await settled(page)
    await page.locator('main').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  }
})
