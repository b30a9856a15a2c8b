import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { IDEA_CALLERS, IDEA_SURFACES } from './access.ts'
import { defineOperation } from './context.ts'
import { IdeaView, ideaView } from './idea-view.ts'

export const tradeIdeaOperation = defineOperation({
  name: 'trade_idea',
  title: 'Trade idea',
  description:
    'One trade idea by its id, with its levels (USD), the reasons in words, and how it turned out once it has ended. For many use trade_ideas.',
  capability: 'trade_ideas',
  callers: IDEA_CALLERS,
  surfaces: IDEA_SURFACES,
  route: { method: 'GET', path: '/trade_ideas/:id', errors: ['not_found'] },
  input: z.object({
    id: z
      .string()
      .regex(/^[0-9a-z_]{1,60}$/, 'must be the id of a trade idea')
      .describe('The id of a trade idea.'),
  }),
  output: IdeaView,
  example: { id: '20261116_flow_bullish_aapl' },
  async run({ id }, { store }) {
    const idea = await store.tradeIdeas.byId(id)
    if (!idea)
      throw new AppError('not_found', 'There is no trade idea with this id. GET /api/v1/trade_ideas lists them.')
    return ideaView(idea)
  },
})
