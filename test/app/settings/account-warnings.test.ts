import { describe, expect, it } from 'vitest'
import { accountWarnings } from '../../../src/app/settings/account-warnings.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'

const warned = (settings: Record<string, string>) =>
  accountWarnings(readConfig({ ...SECRET_SETTINGS, SMTP_URL: 'smtp://mail.example', ...settings }))

describe('the warnings about the public address', () => {
  it('say that a path does not work, and nothing of a host alone', () => {
    expect(warned({ PUBLIC_URL: 'https://example.com/options/' })).toEqual([
      expect.stringContaining('PUBLIC_URL has a path'),
    ])
    expect(warned({ PUBLIC_URL: 'https://options.example/' })).toEqual([])
    expect(warned({})).toEqual([])
  })
})
