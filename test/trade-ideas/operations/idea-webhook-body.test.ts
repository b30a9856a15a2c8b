import { describe, expect, it } from 'vitest'
import { TradeIdea } from '../../../src/trade-ideas/contract.ts'
import { ideaWebhookBody } from '../../../src/trade-ideas/operations/idea-webhook-body.ts'
import { anIdea } from '../../support/receiver/ideas.ts'

describe('the body of a trade-idea webhook', () => {
  it('has the fields of the contract in their order, whatever the order and the other keys of the idea', () => {
    const { alert_name, ...rest } = anIdea({ model: 'flow' })
    const body = ideaWebhookBody({ ...rest, ...{ id: 'x', confidence: 0.5 }, alert_name })

    const known = Object.entries(anIdea({ model: 'flow' })).flatMap(([name, value]) => (value === null ? [] : [name]))
    expect(Object.keys(body).toSorted()).toEqual(known.toSorted())
    expect(Object.keys(body)).toEqual(Object.keys(TradeIdea.shape).filter((name) => known.includes(name)))
  })

  it('leaves out what is null, and is read back as the same idea', () => {
    const idea = anIdea({ model: null, stop_price: null })
    const body = ideaWebhookBody(idea)

    expect(Object.keys(body)).not.toContain('model')
    expect(Object.keys(body)).not.toContain('stop_price')
    expect(TradeIdea.parse(JSON.parse(JSON.stringify(body)))).toEqual(idea)
  })
})
