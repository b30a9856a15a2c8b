import { useAnswer } from '../answer.ts'
import type { AnswerOf } from '../client.ts'
import { SentimentBar } from '../flow/sentiment-bar.tsx'
import { ALL_EXPIRATIONS, format } from '../format.ts'
import { pathTo } from '../paths.ts'
import { useDate, useDated } from '../travel.ts'
import { Figure, Figures, Signed } from '../ui/figure.tsx'
import { Panel } from '../ui/panel.tsx'
import { SourceLine } from '../ui/source-line.tsx'
import { Answered } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { Table } from '../ui/table/table.tsx'
import { FirstSteps } from './first-steps.tsx'
import { SymbolLink } from './symbol-link.tsx'

const RENEW_MS = 15_000

type Overview = AnswerOf<'market_overview'>
type PremiumRow = Overview['most_bullish'][number]

/** The overview of the market. */
export function MarketOverviewPage() {
  const dated = useDated()
  const date = useDate()
  const query = useAnswer('market_overview', dated, { everyMs: date === null ? RENEW_MS : undefined })
  const work = date === null ? undefined : `Working out ${format.date(date)} from the trades of every symbol.`
  return (
    <>
      <h1>Market</h1>
      <FirstSteps />
      <Answered of={query} work={work}>
        {(overview) => <OverviewPanels overview={overview} />}
      </Answered>
    </>
  )
}

function OverviewPanels({ overview }: { readonly overview: Overview }) {
  const asOf = overview.as_of
  return (
    <>
      <SourceLine of={overview} />
      <div class="grid">
        <IndexPanels overview={overview} />
        <SentimentPanel overview={overview} />
      </div>
      <div class="grid" data-columns="2">
        <Panel title="Most bullish" tools={<ScreenLink sort="-net_premium" />}>
          <Table label="Most bullish" columns={PREMIUM} rows={overview.most_bullish} keyOf={bySymbol} asOf={asOf} />
        </Panel>
        <Panel title="Most bearish">
          <Table label="Most bearish" columns={PREMIUM} rows={overview.most_bearish} keyOf={bySymbol} asOf={asOf} />
        </Panel>
        <Panel title="Volume leaders">
          <Table label="Volume leaders" columns={VOLUME} rows={overview.volume_leaders} keyOf={bySymbol} asOf={asOf} />
        </Panel>
        <Panel title="High implied volatility" tools={<ScreenLink sort="-iv30" />}>
          <Table
            label="High implied volatility"
            columns={HIGH_IV}
            rows={overview.high_iv}
            keyOf={bySymbol}
            asOf={asOf}
          />
        </Panel>
      </div>
    </>
  )
}

/** All symbols in that order. */
function ScreenLink({ sort }: { readonly sort: string }) {
  return <a href={pathTo('screener', {}, { sort, date: useDate() })}>All in the screener</a>
}

function IndexPanels({ overview: { indices, as_of: asOf } }: { readonly overview: Overview }) {
  return (
    <div class="indices" data-span={3}>
      {indices.map((fund) => (
        <article class="panel index" key={fund.symbol}>
          <h2>
            <SymbolLink symbol={fund.symbol} />
          </h2>
          <p class="price">
            {format.price(fund.price)} <Signed sign={fund.change_pct}>{format.signedPct(fund.change_pct)}</Signed>
          </p>
          <Figures>
            <Figure
              label="Net GEX"
              scope={ALL_EXPIRATIONS}
              field="net_gex"
              asOf={asOf}
              value={format.signedUsd(fund.net_gex)}
              sign={fund.net_gex}
            />
            <Figure label="Regime" value={format.words(fund.gamma_regime)} />
            <Figure label="IV 30" field="iv30" asOf={asOf} value={format.decimal(fund.iv30)} />
            <Figure label="IV rank" field="iv_rank" asOf={asOf} value={format.ratio(fund.iv_rank, 0)} />
            <Figure
              label="Put/call"
              field="put_call_ratio_volume"
              asOf={asOf}
              value={format.ratio(fund.put_call_ratio_volume)}
            />
            <Figure label="Trend" value={format.words(fund.trend)} />
          </Figures>
        </article>
      ))}
    </div>
  )
}

function SentimentPanel({ overview }: { readonly overview: Overview }) {
  const { sentiment, net_premium: netPremium, as_of: asOf } = overview
  return (
    <Panel title="Sentiment of the tape" span={3}>
      <SentimentBar of={sentiment} asOf={asOf} />
      <Figures>
        <Figure
          label="Net premium"
          field="net_premium"
          asOf={asOf}
          value={format.signedUsd(netPremium)}
          sign={netPremium}
        />
      </Figures>
    </Panel>
  )
}

function bySymbol({ symbol }: { readonly symbol: string }): string {
  return symbol
}

interface Priced {
  readonly symbol: string
  readonly price: number | null
  readonly change_pct: number | null
}

const NAMED: readonly Column<Priced>[] = [
  { title: 'Symbol', align: 'start', sort: (row) => row.symbol, cell: ({ symbol }) => <SymbolLink symbol={symbol} /> },
  { title: 'Price', field: 'price', cell: ({ price }) => format.price(price) },
  {
    title: 'Change',
    field: 'change_pct',
    cell: ({ change_pct: change }) => <Signed sign={change}>{format.signedPct(change)}</Signed>,
  },
]

const PREMIUM: readonly Column<PremiumRow>[] = [
  ...NAMED,
  {
    title: 'Net premium',
    field: 'net_premium',
    cell: ({ net_premium: net }) => <Signed sign={net}>{format.signedUsd(net)}</Signed>,
  },
]

const VOLUME: readonly Column<Overview['volume_leaders'][number]>[] = [
  ...NAMED,
  { title: 'Contracts', field: 'option_volume', cell: (row) => format.count(row.option_volume) },
  { title: 'Put/call', field: 'put_call_ratio_volume', cell: (row) => format.ratio(row.put_call_ratio_volume) },
]

const HIGH_IV: readonly Column<Overview['high_iv'][number]>[] = [
  ...NAMED,
  { title: 'IV 30', field: 'iv30', cell: ({ iv30 }) => format.decimal(iv30) },
  { title: 'IV rank', field: 'iv_rank', cell: ({ iv_rank: rank }) => format.ratio(rank, 0) },
]
