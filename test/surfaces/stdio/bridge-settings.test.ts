import { describe, expect, it } from 'vitest'
import { bridgeSettings } from '../../../src/surfaces/stdio/bridge-settings.ts'

describe('the settings of the program in the bundle', () => {
  const given = {
    OPTIONWIRE_URL: 'https://options.example',
    OPTIONWIRE_EMAIL: 'a@b.example',
    OPTIONWIRE_TOKEN: 'ow_canary',
  }

  it('are the address and what the service knows the account by', () => {
    expect(bridgeSettings(given)).toEqual({
      url: 'https://options.example/mcp',
      headers: { 'x-user-email': 'a@b.example', 'x-user-token': 'ow_canary' },
    })
    expect(bridgeSettings({ ...given, OPTIONWIRE_URL: 'http://localhost:3000/mcp' })).toHaveProperty('url')
  })

  it.each([
    ['no address', { OPTIONWIRE_URL: '' }, 'must be that of the service'],
    ['a file', { OPTIONWIRE_URL: 'file:///etc/passwd' }, 'must be that of the service'],
    ['http to another machine', { OPTIONWIRE_URL: 'http://options.example/mcp' }, 'over https only'],
    ['a host that begins like loopback', { OPTIONWIRE_URL: 'http://127.0.0.1.evil.example/mcp' }, 'over https only'],
    ['no key', { OPTIONWIRE_TOKEN: ' ' }, 'API key are required'],
    ['a key with a line break', { OPTIONWIRE_TOKEN: 'ow_canary\r\nx: y' }, 'characters that it cannot have'],
  ])('refuse %s, and repeat no value', (_what, change, problem) => {
    const settings = bridgeSettings({ ...given, ...change })

    expect(settings).toEqual({ problem: expect.stringContaining(problem) })
    expect(JSON.stringify(settings)).not.toContain('canary')
  })
})
