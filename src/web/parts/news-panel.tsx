import './news-panel.css'
import { useAnswer } from '../answer.ts'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { useDated } from '../travel.ts'
import { Panel } from './panel.tsx'
import { SafeLink } from './safe-link.tsx'
import { Answered, Empty } from './states.tsx'

const SHOWN = 20

/** What was written about a symbol in the past days. */
export function NewsPanel({ symbol }: { readonly symbol: string }) {
  const asked = useAnswer('news', { symbol, limit: SHOWN, ...useDated() })
  return (
    <Panel title="News">
      <Answered of={asked}>
        {({ data, warnings }) =>
          data.length === 0 ? (
            <Empty>{warnings[0] ?? `Nothing was published about ${symbol} in the past days.`}</Empty>
          ) : (
            <ul class="news">
              {data.map((article) => (
                <Article key={article.id} article={article} />
              ))}
            </ul>
          )
        }
      </Answered>
    </Panel>
  )
}

function Article({ article }: { readonly article: AnswerOf<'news'>['data'][number] }) {
  const { headline, summary, source, url, sentiment, published_at: at } = article
  const kind = sentiment === 'bullish' ? 'up' : sentiment === 'bearish' ? 'down' : 'none'
  return (
    <li>
      <h3>
        <SafeLink url={url}>{headline}</SafeLink>
      </h3>
      {summary ? <p>{summary}</p> : null}
      <p class="news-meta">
        {[format.dateTime(at), source].filter(Boolean).join(', ')}{' '}
        {sentiment ? (
          <span class="badge" data-kind={kind}>
            {sentiment}
          </span>
        ) : null}
      </p>
    </li>
  )
}
