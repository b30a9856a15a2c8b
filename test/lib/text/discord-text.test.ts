import { describe, expect, it } from 'vitest'
import { discordText } from '../../../src/lib/text/discord-text.ts'

describe('a text for Discord', () => {
  it('is shown letter by letter', () => {
    expect(discordText('**a** [b](https://c) <@1> # d -e `f` |g| >h', 200)).toBe(
      '\\*\\*a\\*\\* \\[b\\]\\(https://c\\) \\<@1\\> \\# d \\-e \\`f\\` \\|g\\| \\>h',
    )
  })

  it('loses no escape where it is cut', () => {
    expect(discordText('a*b', 4)).toBe('a\\*b')
    expect(discordText('a*bc', 4)).toBe('a\\*…')
    expect(discordText('a*bc', 3)).toBe('a…')
  })
})
