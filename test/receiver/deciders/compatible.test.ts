import { describe, expect, it } from 'vitest'
import { DECISION_SCHEMA } from '../../../src/receiver/deciders/decision-format.ts'
import type { Refusal } from '../../support/model/stub-model.ts'
import { asked, calm } from './ideas.ts'
import { localChatWorld, localWorld, type OpenWorld, remoteWorld, type WorldOptions } from './model-world.ts'

/** What servers that speak the formats say to what they do not know. */
const NO_SCHEMA: Refusal = {
  uses: /"type":"json_schema"/,
  message: "'response_format.type' must be 'json_object' or 'text', json_schema is not supported",
}
const NO_OBJECT: Refusal = { uses: /"type":"json_object"/, message: "response_format: 'json_object' is not supported" }
const NO_EFFORT: Refusal = { uses: /"reasoning":/, message: 'reasoning.effort: unknown field' }
const NO_METADATA: Refusal = { uses: /"metadata":/, status: 422, message: 'body.metadata: Extra inputs not permitted' }
const NO_CHOICE: Refusal = { uses: /"tool_choice":/, message: 'tool_choice "none" is not supported' }

const ways: readonly [string, OpenWorld][] = [
  ['hosted tools', remoteWorld],
  ['a local loop', localWorld],
  ['a local loop over chat completions', localChatWorld],
]
const fenced = asked({ alert_name: 'script:fenced' })

/** Requests of two decisions, one after the other, to the path on which the last one was answered. */
async function twice(open: OpenWorld, world: WorldOptions, request = asked()) {
  await using it = await open(world)
  const first = await it.decider.decide(request, calm())
  const before = it.model.requests.length
  const second = await it.decider.decide(request, calm())
  const path = it.model.requests.at(-1)?.path
  const bodies = it.model.requests.map((sent) => ({ at: sent.path, text: JSON.stringify(sent.body) }))
  return {
    outcomes: [first, second],
    first: bodies.slice(0, before).filter(({ at }) => at === path),
    second: bodies.slice(before),
  }
}

describe.each(ways)('a server that does not know everything, with %s', (_way, open) => {
  const turns = open === remoteWorld ? 1 : 3

  it.each([
    ['a JSON schema', [NO_SCHEMA], /"type":"json_object"/],
    ['any response format', [NO_SCHEMA, NO_OBJECT], /must match this JSON Schema/],
  ])('that refuses %s is told the schema in words, and remembers it', async (_what, refuses, last) => {
    const { outcomes, first, second } = await twice(open, { model: { refuses } }, fenced)

    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true])
    expect(first).toHaveLength(turns + refuses.length)
    expect(second).toHaveLength(turns)
    for (const { text } of [first.at(-1), second.at(-1)].filter((it) => it !== undefined)) {
      expect(text).toMatch(last)
      expect(text).toContain(JSON.stringify(JSON.stringify(DECISION_SCHEMA)).slice(1, -1))
      expect(text).not.toContain('json_schema')
      expect(refuses.includes(NO_OBJECT) && text.includes('json_object')).toBe(false)
    }
  })

  it('is held to the bare object as long as it takes the schema', async () => {
    const { outcomes } = await twice(open, {}, fenced)

    expect(outcomes.map((outcome) => !outcome.ok && outcome.error)).toEqual(
      Array(2).fill('The answer of the model is not JSON.'),
    )
  })

  it('may put its object in a code fence as LLM_PROVIDER=compatible, and is sent no metadata', async () => {
    const world = { options: { provider: 'compatible' as const } }
    const { outcomes, first } = await twice(open, world, fenced)

    expect(outcomes.map(({ ok, usage: { provider } }) => [ok, provider])).toEqual(Array(2).fill([true, 'compatible']))
    expect(first).toHaveLength(turns)
    for (const { text } of first) expect(text).not.toContain('"metadata"')
  })

  it('that refuses something else is not asked again', async () => {
    const refuses = [{ uses: /./, message: 'max_output_tokens: the context is too small' }]
    const { outcomes, first } = await twice(open, { model: { refuses } })

    expect(outcomes[0]).toMatchObject({ ok: false, error: expect.stringContaining('the context is too small') })
    expect(first).toHaveLength(1)
  })
})

describe.each(ways.slice(0, 2))('a server that does not know everything, with %s', (_way, open) => {
  const turns = open === remoteWorld ? 1 : 3

  it('that refuses the effort or metadata is no longer sent them', async () => {
    const { outcomes, first, second } = await twice(open, { model: { refuses: [NO_EFFORT, NO_METADATA] } })

    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true])
    expect([first.length, second.length]).toEqual([turns + 2, turns])
    for (const { text } of second) expect(text).not.toMatch(/"(reasoning|include|metadata)":/)
  })
})

describe.each(ways.slice(1))('a server that does not know everything, with %s', (_way, open) => {
  it('that refuses a choice of tools is sent neither choice nor tools in the last turn', async () => {
    const { outcomes, first, second } = await twice(open, { model: { refuses: [NO_CHOICE] } })

    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true])
    expect([first.length, second.length]).toEqual([4, 3])
    expect(second.map(({ text }) => text.includes('"tools":'))).toEqual([true, true, false])
  })
})
