import './news-panel.css'
import { useAnswer } from '../../answer.ts'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { Panel } from '../../ui/panel.tsx'
import { SafeLink } from '../../ui/safe-link.tsx'
import { Answered, Empty } from '../../ui/states.tsx'

const SHOWN = 20

/** Recent news on a symbol. */
export function NewsPanel({ symbol }: { readonly symbol: string }) {
  const query = useAnswer('news', { symbol, limit: SHOWN, ...useDated() })
  return (
    <Panel title="News">
      <Answered of={query}>
        {({ data, warnings }) =>
          data.length === 0 ? (
            <Empty next="A source with news fills this list.">{warnings[0] ?? `No recent news on ${symbol}.`}</Empty>
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
