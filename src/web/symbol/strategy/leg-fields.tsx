import { useId } from 'preact/hooks'
import type { LegText } from '../../../analytics/domain/strategies/legs.ts'
import type { OptionContract } from '../../../market/domain/options/option-symbol.ts'
import { format } from '../../format.ts'
import type { LegsInHand } from './legs-in-hand.ts'
import { type BuiltLeg, freeStrikes } from './wire-legs.ts'

interface LegFieldsProps {
  readonly place: number
  readonly built: BuiltLeg
  readonly hand: LegsInHand
  readonly expirations: readonly { readonly expiration_date: string; readonly dte: number }[]
  /** What the service says against the leg. */
  readonly error: string | undefined
  /** Null removes it. */
  readonly onLeg: (leg: LegText | null) => void
}

/** One leg: side, quantity, contract and price. */
export function LegFields({ place, built, hand, expirations, error, onLeg }: LegFieldsProps) {
  const id = useId()
  const { parsed, text, row } = built
  const name = `Leg ${place + 1}`
  const problem = error ?? (parsed ? undefined : 'is not a leg')
  return (
    <li class="leg" data-broken={problem !== undefined}>
      <fieldset aria-describedby={problem ? id : undefined}>
        <legend>{name}</legend>
        {parsed ? (
          <>
            <Quantity leg={parsed} onLeg={onLeg} isWrong={problem !== undefined} />
            {parsed.contract ? (
              <Contract
                leg={parsed}
                contract={parsed.contract}
                hand={hand}
                place={place}
                expirations={expirations}
                onLeg={onLeg}
              />
            ) : (
              <span class="leg-stock">shares</span>
            )}
            <Price leg={parsed} mid={built.leg ? built.leg.price : null} onLeg={onLeg} />
            <span class="quiet">
              {row
                ? `${format.price(row.bid)} × ${format.price(row.ask)}, IV ${format.decimal(row.implied_volatility)}`
                : ''}
            </span>
          </>
        ) : (
          <code>{text}</code>
        )}
        <button type="button" class="icon" aria-label={`Remove leg ${place + 1}`} onClick={() => onLeg(null)}>
          <span aria-hidden="true">×</span>
        </button>
      </fieldset>
      {problem ? (
        <p id={id} class="error" role="alert">
          {name} {problem}.
        </p>
      ) : null}
    </li>
  )
}

interface PartProps {
  readonly leg: LegText
  readonly onLeg: (leg: LegText) => void
}

function Quantity({ leg, onLeg, isWrong }: PartProps & { readonly isWrong: boolean }) {
  const count = Math.abs(leg.quantity)
  const side = Math.sign(leg.quantity)
  return (
    <>
      <label>
        <span>Side</span>
        <select
          value={side}
          onChange={(event) => onLeg({ ...leg, quantity: Number(event.currentTarget.value) * count })}
        >
          <option value={1}>Buy</option>
          <option value={-1}>Sell</option>
        </select>
      </label>
      <label>
        <span>Quantity</span>
        <input
          type="number"
          inputMode="numeric"
          min={1}
          value={count}
          aria-invalid={isWrong || undefined}
          onChange={(event) => {
            const value = Math.round(Number(event.currentTarget.value))
            if (value >= 1) onLeg({ ...leg, quantity: side * value })
          }}
        />
      </label>
    </>
  )
}

interface ContractProps extends PartProps {
  readonly contract: OptionContract
  readonly hand: LegsInHand
  readonly place: number
  readonly expirations: LegFieldsProps['expirations']
}

function Contract({ leg, contract, hand, place, expirations, onLeg }: ContractProps) {
  const { expirationDate, strike, optionType } = contract
  const others = hand.built.flatMap(({ parsed }, other) => (other === place || !parsed ? [] : parsed))
  const strikes = [...new Set([...freeStrikes(leg, others, hand.chains), strike])].sort((a, b) => a - b)
  const dates = [...new Set([...expirations.map((each) => each.expiration_date), expirationDate])].sort()
  // A price that was given belonged to another contract.
  const put = (change: Partial<OptionContract>) => onLeg({ ...leg, contract: { ...contract, ...change }, price: null })
  return (
    <>
      <label>
        <span>Expiration</span>
        <select value={expirationDate} onChange={(event) => put({ expirationDate: event.currentTarget.value })}>
          {dates.map((date) => (
            <option key={date} value={date}>
              {format.date(date)} {date.slice(0, 4)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Strike</span>
        <select value={strike} onChange={(event) => put({ strike: Number(event.currentTarget.value) })}>
          {strikes.map((each) => (
            <option key={each} value={each}>
              {format.strike(each)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Type</span>
        <select
          value={optionType}
          onChange={(event) => put({ optionType: event.currentTarget.value === 'put' ? 'put' : 'call' })}
        >
          <option value="call">Call</option>
          <option value="put">Put</option>
        </select>
      </label>
    </>
  )
}

function Price({ leg, mid, onLeg }: PartProps & { readonly mid: number | null }) {
  return (
    <label>
      <span>{leg.price === null ? 'Price (mid)' : 'Price (yours)'}</span>
      <input
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        placeholder={mid === null ? '' : mid.toFixed(2)}
        value={leg.price ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget
          const price = Number(value)
          onLeg({ ...leg, price: value === '' || !(price >= 0) ? null : price })
        }}
      />
    </label>
  )
}
