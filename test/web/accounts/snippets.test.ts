import { describe, expect, it } from 'vitest'
import { snippetsOf } from '../../../src/web/accounts/snippets.ts'

const base = 'https://options.example'
const token = 'ow_secret'
const snippets = snippetsOf(base, 'ada@example.com', token)
const textOf = (title: string) => snippets.find((it) => it.title.startsWith(title))?.text ?? expect.unreachable()

describe('the lines for a new key', () => {
  it('are complete: each carries address and credentials', () => {
    const bearer = btoa(`ada@example.com:${token}`)

    for (const { text } of snippets) {
      expect(text).toContain(base)
      expect(text.includes(token) || text.includes(bearer)).toBe(true)
    }
  })

  it('are JSON where a client reads JSON', () => {
    expect(JSON.parse(textOf('VS Code'))).toEqual({
      servers: {
        optionwire: {
          type: 'http',
          url: `${base}/mcp`,
          headers: { 'X-USER-EMAIL': 'ada@example.com', 'X-USER-TOKEN': token },
        },
      },
    })
    expect(JSON.parse(textOf('Claude Desktop')).mcpServers.optionwire.env.BEARER).toBe(
      `Bearer ${btoa(`ada@example.com:${token}`)}`,
    )
  })

  it('continue over lines as a shell reads them', () => {
    for (const line of textOf('curl').split('\n').slice(0, -1)) expect(line).toMatch(/ \\$/)
  })
})
