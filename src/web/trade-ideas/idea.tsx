import { useRoute } from 'preact-iso'
import './idea.css'
import { useAnswer } from '../answer.ts'
import { ideaLines } from '../charts/idea-lines.ts'
import { PriceChart } from '../charts/price-chart.tsx'
import { format } from '../format.ts'
import { pathTo } from '../paths.ts'
import { SymbolLink } from '../symbol/symbol-link.tsx'
import { Figure, Figures } from '../ui/figure.tsx'
import { Panel } from '../ui/panel.tsx'
import { SourceLine } from '../ui/source-line.tsx'
import { Answered } from '../ui/states.tsx'
import { Confidence, DirectionBadge, type Idea, IdeaTrack, outcomeWords, signedR } from './idea-cells.tsx'
import { IdeaLife } from './idea-life.tsx'
import { StructurePanel } from './structure-panel.tsx'

const RENEW_MS = 30_000
const SHOWN_DAYS = 92

const PIPELINES: Readonly<Record<Idea['pipeline'], string>> = {
  flow: 'It follows option premium: what is bought and sold, and how much.',
  gamma: 'It follows the hedging of dealers: where gamma stabilizes or destabilizes the price.',
  trend: 'It follows the price itself.',
  crush: 'It expects high volatility to fall after an event.',
}

/** One trade idea: reason, prices and progress. */
export function IdeaPage() {
  const id = useRoute().params['id'] ?? ''
  const query = useAnswer('trade_idea', { id }, { everyMs: RENEW_MS })
  return (
    <>
      <p>
        <a href={pathTo('ideas')}>All trade ideas</a>
      </p>
      {query.answer === null ? <h1>Trade idea</h1> : null}
      <Answered of={query}>{(idea) => <IdeaPanels idea={idea} />}</Answered>
    </>
  )
}

function IdeaPanels({ idea }: { readonly idea: Idea }) {
  const { symbol } = idea
  const bars = useAnswer('price_history', { symbol, days: SHOWN_DAYS }, { everyMs: RENEW_MS })
  return (
    <>
      <div class="idea-head">
        <h1>
          <SymbolLink symbol={symbol} isPlain /> {idea.strategy}
        </h1>
        <DirectionBadge direction={idea.direction} />
        <span class="badge" data-kind={idea.status === 'open' ? 'accent' : 'none'}>
          {outcomeWords(idea)}
        </span>
      </div>
      {bars.answer ? <SourceLine of={bars.answer} /> : null}
      <div class="grid">
        <Panel title="Thesis" span={3}>
          <p class="idea-thesis">{idea.thesis}</p>
          <RelatedLinks symbol={symbol} />
        </Panel>
        <Panel title="Levels" span={2}>
          <Answered of={bars}>
            {({ data }) => (
              <PriceChart
                label={`Daily prices of ${symbol} with the levels of the idea`}
                bars={data}
                lines={ideaLines(idea)}
              />
            )}
          </Answered>
        </Panel>
        <div class="idea-side">
          <Levels idea={idea} />
          <IdeaLife idea={idea} />
        </div>
        {idea.structure ? <StructurePanel idea={idea} structure={idea.structure} /> : null}
      </div>
    </>
  )
}

/** Where else the idea left a trace. */
function RelatedLinks({ symbol }: { readonly symbol: string }) {
  return (
    <p class="row">
      <a href={pathTo('notifications', {}, { symbol })}>Notifications of {symbol}</a>
      <a href={pathTo('ledger', {}, { symbol })}>Ledger entries of {symbol}</a>
      <a href={pathTo('ideas', {}, { symbol })}>All ideas on {symbol}</a>
    </p>
  )
}

function Levels({ idea }: { readonly idea: Idea }) {
  const isRange = idea.direction === 'neutral'
  const asOf = idea.updated_at
  return (
    <Panel title="Figures">
      <Figures>
        <Figure label="Confidence" field="confidence" asOf={asOf} value={<Confidence confidence={idea.confidence} />} />
        <Figure label="Entry" field="entry_price" asOf={asOf} value={format.price(idea.entry_price)} />
        <Figure
          label={isRange ? 'Upper end' : 'Target'}
          field="target_price"
          asOf={asOf}
          value={format.price(idea.target_price)}
        />
        <Figure
          label={isRange ? 'Lower end' : 'Stop'}
          field="stop_price"
          asOf={asOf}
          value={format.price(idea.stop_price)}
        />
        <Figure label="Price" field="current_price" asOf={asOf} value={format.price(idea.current_price)} />
        <Figure
          label="Result"
          field="outcome_r"
          asOf={asOf}
          value={signedR(idea.outcome_r)}
          sign={idea.outcome_r}
          note={idea.outcome_pct === null ? 'not yet' : format.signedPct(idea.outcome_pct)}
        />
      </Figures>
      <p class="idea-way">
        <span>{isRange ? 'lower' : 'stop'}</span>
        <IdeaTrack idea={idea} />
        <span>{isRange ? 'upper' : 'target'}</span>
      </p>
      <p class="quiet">{PIPELINES[idea.pipeline]} Research data, not investment advice.</p>
    </Panel>
  )
}
