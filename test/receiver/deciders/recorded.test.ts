import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { finalTextOf, itemsOf, responseOf, statusFailure } from '../../../src/receiver/deciders/read-response.ts'
import { readHosted } from '../../../src/receiver/deciders/remote-mcp/read-hosted.ts'
import { newTally } from '../../../src/receiver/deciders/tally.ts'
import { sharedDataExists, sharedPath } from '../../support/market/shared-data.ts'

function recorded(...path: string[]): Record<string, unknown> {
  return JSON.parse(readFileSync(sharedPath('data', 'wire', 'openai', ...path), 'utf8'))
}

describe.skipIf(!sharedDataExists)('traffic that was really recorded', () => {
  it('reads a structured answer and its tokens', () => {
    const tally = newTally('gpt-4o')
    const response = responseOf(recorded('responses', 'native_output.1.json')['response'], tally)

    expect(response && statusFailure(response)).toBeUndefined()
    expect(response && finalTextOf(response)).toEqual({ ok: true, text: '{"city":"Mexico City","country":"Mexico"}' })
    expect(tally).toMatchObject({ model: 'gpt-4o-2024-08-06', inputTokens: 89, outputTokens: 16, reasoningTokens: 0 })
    expect(tally.responseId).toMatch(/^resp_68477f/)
  })

  it.each([
    ['mcp_server_tool.1.json', { toolCalls: 0, failedToolCalls: 0 }, /not JSON/],
    ['mcp_server_tool.0.json', { toolCalls: 1, failedToolCalls: 0 }, /not JSON/],
    [
      'mcp_server_tool_with_connector.0.json',
      { toolCalls: 2, failedToolCalls: 2 },
      /^MCP unavailable: .*unknown error/,
    ],
  ])('reads the hosted tools of %s', (file, counted, reason) => {
    const tally = newTally('o4-mini')
    const response = responseOf(recorded('responses', file)['response'], tally)

    expect(response && readHosted(response, tally)).toMatchObject({ ok: false, error: expect.stringMatching(reason) })
    expect(tally).toMatchObject(counted)
  })

  it('takes a turn that only asks for a function for no decision', () => {
    const response = responseOf(recorded('responses', 'native_output.0.json')['response'], newTally('gpt-4o'))

    expect(response && itemsOf(response, 'function_call')).toHaveLength(1)
    expect(response && finalTextOf(response)).toMatchObject({
      ok: false,
      error: expect.stringContaining('no structured'),
    })
  })

  it.each([
    ['ResponseFailedEvent.json', 'status failed: server_error: The model failed to generate a response.'],
    ['ResponseIncompleteEvent.json', 'incomplete: max_tokens.'],
  ])('reads the specification’s example %s', (file, words) => {
    const { response: body } = recorded('spec_examples', file)['example'] as { response: unknown }
    const tally = newTally('m')
    const response = responseOf(body, tally)

    expect(response && statusFailure(response)).toContain(words)
    expect(tally).toMatchObject({ responseId: 'resp_123', inputTokens: null })
  })
})
