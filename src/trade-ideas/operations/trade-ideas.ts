import { z } from 'zod'
import { cursorParts, NextRowCursor, RowCursor } from '../../catalogue/row-page.ts'
import { WindowDate } from '../../catalogue/window-date.ts'
import { writeCursor } from '../../lib/text/cursor.ts'
import { addDays } from '../../lib/time/civil-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { newYorkInstant } from '../../market/domain/calendar/new-york-time.ts'
import { IDEA_DIRECTIONS } from '../domain/idea-direction.ts'
import { IDEA_STATUSES } from '../domain/idea-record.ts'
import { IDEA_CALLERS, IDEA_SURFACES } from './access.ts'
import { defineOperation } from './context.ts'
import { IdeaView, ideaView } from './idea-view.ts'

export const tradeIdeasOperation = defineOperation({
  name: 'trade_ideas',
  title: 'Trade ideas',
  description:
    'Theses on single symbols that the service made from its own analytics, newest first: direction, strategy, entry, target and stop (USD), confidence, the reasons in words, and how each turned out. Research data, made by fixed rules that GET /trade_ideas/track_record judges.',
  capability: 'trade_ideas',
  callers: IDEA_CALLERS,
  surfaces: IDEA_SURFACES,
  route: { method: 'GET', path: '/trade_ideas' },
  input: z.object({
    status: z
      .enum(['all', ...IDEA_STATUSES])
      .default('all')
      .describe('Only open, closed or expired ones.'),
    direction: z
      .enum(['all', ...IDEA_DIRECTIONS])
      .default('all')
      .describe('Only bullish, bearish or neutral ones.'),
    symbol: UnderlyingSymbol.optional(),
    date: WindowDate.optional().describe('Only those made on this New York date, YYYY-MM-DD, as they stand now.'),
    limit: z.int().min(1).max(100).default(25).describe('Most ideas of the answer.'),
    cursor: RowCursor,
  }),
  output: z.object({
    data: z.array(IdeaView).describe('Ideas, newest first.'),
    next_cursor: NextRowCursor,
  }),
  example: { status: 'open', limit: 10 },
  async run({ status, direction, symbol, date, limit, cursor }, { store }) {
    const parts = cursorParts(cursor, 2)
    const [generatedAt = '', id = ''] = parts ?? []
    const found = await store.tradeIdeas.list({
      status: status === 'all' ? undefined : status,
      direction: direction === 'all' ? undefined : direction,
      symbol,
      ...(date !== undefined && { sinceMs: newYorkInstant(date, 0), untilMs: newYorkInstant(addDays(date, 1), 0) }),
      after: parts && { generatedAt, id },
      limit: limit + 1,
    })
    const data = found.slice(0, limit).map(ideaView)
    const last = data.at(-1)
    return { data, next_cursor: found.length > limit && last ? writeCursor([last.generated_at, last.id]) : null }
  },
})
