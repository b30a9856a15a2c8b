import './print-columns.css'
import type { FlowPrint } from '../../flow/contract/flow-print.ts'
import { format } from '../format.ts'
import { ContractLink } from '../symbol/contract/contract-link.tsx'
import { SymbolLink } from '../symbol/symbol-link.tsx'
import { Signed } from '../ui/figure.tsx'
import type { Column } from '../ui/table/column.ts'

/** The fields that every table of prints shows. */
export const COMMON_FIELDS = [
  'id',
  'executed_at',
  'symbol',
  'option_symbol',
  'option_type',
  'strike',
  'expiration_date',
  'dte',
  'side_label',
  'size',
  'premium',
  'sentiment',
  'trade_type',
  'unusual_score',
] as const

/** The fields that the columns show. */
export const PRINT_FIELDS = [
  ...COMMON_FIELDS,
  'price',
  'implied_volatility',
  'delta',
  'volume_oi_ratio',
  'underlying_price',
] as const

export type Print = Pick<FlowPrint, (typeof PRINT_FIELDS)[number]>

const MEDIUM_SCORE = 70
const HIGH_SCORE = 90
export const SENTIMENT_SIGNS = { bullish: 1, bearish: -1, neutral: 0 } as const

export function ScoreMark({ score }: { readonly score: number }) {
  const level = score >= HIGH_SCORE ? 'high' : score >= MEDIUM_SCORE ? 'medium' : 'low'
  return (
    <span class="print-score" data-level={level}>
      {score}
    </span>
  )
}

/** `610 C Nov 25`. */
type ContractOf = Pick<Print, 'symbol' | 'option_symbol' | 'strike' | 'option_type' | 'expiration_date' | 'dte'>

export function Contract({ print }: { readonly print: ContractOf }) {
  return (
    <ContractLink symbol={print.symbol} optionSymbol={print.option_symbol}>
      <span class="print-contract" data-type={print.option_type}>
        {format.strike(print.strike)} {print.option_type === 'call' ? 'call' : 'put'}
      </span>{' '}
      <span class="print-expiration">
        {format.shortDate(print.expiration_date)}, {print.dte} d
      </span>
    </ContractLink>
  )
}

export const TIME: Column<Print> = {
  title: 'Time',
  align: 'start',
  sort: (print) => print.executed_at,
  cell: ({ executed_at: at }) => format.time(at),
}

export const SYMBOL: Column<Print> = {
  title: 'Symbol',
  align: 'start',
  sort: (print) => print.symbol,
  cell: ({ symbol }) => <SymbolLink symbol={symbol} />,
}

/** Columns of a print, without time and symbol. */
export const PRINT_COLUMNS: readonly Column<Print>[] = [
  { title: 'Contract', align: 'start', sort: (print) => print.strike, cell: (print) => <Contract print={print} /> },
  { title: 'Side', align: 'start', cell: ({ side_label: side }) => side },
  { title: 'Size', field: 'size', cell: ({ size }) => format.whole(size) },
  { title: 'Price', field: 'price', cell: ({ price }) => format.price(price) },
  { title: 'Premium', field: 'premium', cell: ({ premium }) => <b>{format.usd(premium)}</b> },
  {
    title: 'Sentiment',
    align: 'start',
    sort: ({ sentiment }) => sentiment,
    cell: ({ sentiment }) => <Signed sign={SENTIMENT_SIGNS[sentiment]}>{sentiment}</Signed>,
  },
  {
    title: 'Type',
    align: 'start',
    sort: (print) => print.trade_type,
    cell: ({ trade_type: type }) => (type === 'single' ? <span class="print-dim">single</span> : format.words(type)),
  },
  { title: 'IV', field: 'implied_volatility', cell: (print) => format.decimal(print.implied_volatility) },
  { title: 'Delta', field: 'delta', cell: ({ delta }) => format.ratio(delta) },
  { title: 'Vol/OI', field: 'volume_oi_ratio', cell: (print) => format.ratio(print.volume_oi_ratio) },
  { title: 'Underlying', field: 'underlying_price', cell: (print) => format.price(print.underlying_price) },
  { title: 'Score', field: 'unusual_score', cell: (print) => <ScoreMark score={print.unusual_score} /> },
]

/** A print in two lines: premium and score first. */
export function PrintCard({ print }: { readonly print: Print }) {
  return (
    <div class="print-card">
      <p>
        <b>{format.usd(print.premium)}</b> <ScoreMark score={print.unusual_score} />
        <span>
          <SymbolLink symbol={print.symbol} isPlain /> <Contract print={print} />
        </span>
      </p>
      <p>
        <Signed sign={SENTIMENT_SIGNS[print.sentiment]}>{print.sentiment}</Signed>
        <span>
          {print.side_label}, {format.whole(print.size)} at {format.price(print.price)}
        </span>
        <time dateTime={print.executed_at}>{format.time(print.executed_at)}</time>
      </p>
    </div>
  )
}
