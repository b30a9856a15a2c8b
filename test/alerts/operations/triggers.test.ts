import { describe, expect, it } from 'vitest'
import { ruleIndex } from '../../../src/alerts/domain/rule-index.ts'
import { flowTriggers, ideaTriggers } from '../../../src/alerts/operations/triggers.ts'
import { aFlowRule, anIdea, anIdeaRule, aPrint, watching } from '../../support/notifications/notification-rows.ts'
import { ACCOUNT, notifyWorld } from '../../support/notifications/notify-world.ts'

const none = ruleIndex([])

describe('what a print is told to whom', () => {
  it.each([
    [500_000, 94, ['whale_trade:p1']],
    [499_999.99, 95, ['unusual_activity:p1']],
    [500_000, 95, ['whale_trade:p1', 'unusual_activity:p1']],
    [499_999, null, []],
  ])('with %d USD and a score of %s', (premium, score, keys) => {
    const triggers = flowTriggers(aPrint({ premium, unusual_score: score }), { rules: none, watchers: watching('ada') })

    expect(triggers.map(({ eventKey }) => eventKey)).toEqual(keys)
  })

  it('goes to all who watch the symbol, and to those whose rules match', () => {
    const rules = ruleIndex([
      aFlowRule({ id: 'r1', accountId: 'carol' }),
      aFlowRule({ id: 'r2', criteria: { symbols: ['SPY'] } }),
    ])
    const triggers = flowTriggers(aPrint({ unusual_score: 96 }), { rules, watchers: watching('ada', 'bob') })

    expect(triggers.map(({ accountId, content }) => [accountId, content.type])).toEqual([
      ['ada', 'whale_trade'],
      ['bob', 'whale_trade'],
      ['ada', 'unusual_activity'],
      ['bob', 'unusual_activity'],
      ['carol', 'custom_alert'],
    ])
    expect(triggers.at(-1)).toMatchObject({ eventKey: 'alert:r1:p1', rule: { id: 'r1' } })
  })

  it('of an idea goes to the rules on ideas, once for each idea and rule', async () => {
    await using world = await notifyWorld()
    const rule = anIdeaRule({ cooldownMinutes: 0 })
    await world.store.alerts.add(rule)
    const triggers = ideaTriggers(anIdea(), ruleIndex([rule, aFlowRule()]))
    const first = await world.raise(...triggers)
    const again = await world.raise(...ideaTriggers(anIdea(), ruleIndex([rule])))

    expect(first.map(({ raised }) => raised)).toEqual([true])
    expect(again).toEqual([{ raised: false, because: 'known' }])
    expect(await world.store.notifications.count(ACCOUNT, { types: ['custom_alert'] })).toBe(1)
  })

  it('names the contracts of an idea and links to it, and leaves them out of the webhook of the specification', () => {
    const structure = 'buy 690 call, 2026-12-04, for a debit of 5.20 per share'
    const [trigger] = ideaTriggers(anIdea({ structure }), ruleIndex([anIdeaRule()]))
    const [without] = ideaTriggers(anIdea(), ruleIndex([anIdeaRule()]))
    const at = '2026-11-20T15:00:00.000Z'

    expect(trigger?.content.body).toContain(`Contracts: ${structure}.`)
    expect(trigger?.content.details).toMatchObject({ idea_id: anIdea().id, structure })
    expect(trigger?.program?.payload(at)).toEqual(without?.program?.payload(at))
    expect(without?.content.details).not.toHaveProperty('structure')
  })
})
