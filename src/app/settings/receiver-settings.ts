import { z } from 'zod'
import { count, flag, number, text } from '../../lib/setting-readers.ts'
import type { ApprovalRule } from '../../receiver/domain/approval.ts'
import type { DecisionBudget, OneDecisionBudget } from '../../receiver/domain/budget.ts'
import { ORDER_STYLES, type OrderForm, SINGLE_EXITS, TIMES_IN_FORCE } from '../../receiver/domain/exits.ts'
import type { Guards } from '../../receiver/domain/guards.ts'

const symbols = text.transform((list, context) => {
  const names = list.split(',').map((symbol) => symbol.trim().toUpperCase())
  if (names.every((symbol) => /^[A-Z][A-Z0-9.]{0,9}$/.test(symbol))) return [...new Set(names)]
  context.addIssue('must be ticker symbols separated by commas')
  return z.NEVER
})

/** `off`, `required`, or `above:USD`; as the amount above which an order waits, null for none. */
const approval = z.string().transform((text, context) => {
  if (text === 'off') return null
  if (text === 'required') return 0
  const [, amount = ''] = /^above:(\d{1,9}(?:\.\d{1,2})?)$/.exec(text) ?? []
  if (amount !== '') return Number(amount)
  context.addIssue('must be off, required or above:USD, for example above:100')
  return z.NEVER
})

const emails = text.transform((list, context) => {
  const addresses = list.split(',').map((email) => email.trim().toLowerCase())
  if (addresses.every((email) => z.email().safeParse(email).success)) return [...new Set(addresses)]
  context.addIssue('must be e-mail addresses separated by commas')
  return z.NEVER
})

/** Settings of the trade-idea receiver and of its gates, by their names in the environment. */
export const RECEIVER_SETTINGS = {
  WEBHOOK_PROVIDER: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must have 1 to 40 characters of a to z, 0 to 9 and -')
    .default('optionomics-neutral'),
  DRY_RUN: flag.default(true),
  MIN_LLM_CONFIDENCE: number('a number from 0 to 1', (value) => value >= 0 && value <= 1).default(0.72),
  MAX_NOTIONAL_USD: number('a finite number greater than 0', (value) => value > 0).default(250),
  ALLOW_SHORT_SELLING: flag.default(false),
  ALPACA_PAPER: flag.default(true),
  ORDER_STYLE: z.enum(ORDER_STYLES).default('notional'),
  ORDER_TIME_IN_FORCE: z.enum(TIMES_IN_FORCE).default('day'),
  ORDER_EXIT: z.enum(SINGLE_EXITS).default('stop'),
  KILL_SWITCH: flag.default(false),
  APPROVAL: approval.default(null),
  APPROVERS: emails.optional(),
  APPROVAL_MINUTES: number('a whole number from 1 to 1440', isMinutes).default(10),
  APPROVAL_MAX_DRIFT_PCT: number('a number above 0 and at most 100', (value) => value > 0 && value <= 100).default(1),
  MAX_ORDERS_PER_DAY: count.optional(),
  MAX_NOTIONAL_PER_DAY_USD: number('a finite number greater than 0', (value) => value > 0).optional(),
  SYMBOL_COOLDOWN_MINUTES: number('a finite number greater than 0', (value) => value > 0).optional(),
  MAX_DECISIONS_PER_HOUR: count.optional(),
  MAX_IDEA_AGE_MINUTES: number('a finite number greater than 0', (value) => value > 0).optional(),
  MAX_ENTRY_DEVIATION_PCT: number('a finite number greater than 0', (value) => value > 0).optional(),
  REQUIRE_KNOWN_SYMBOL: flag.default(false),
  ALLOWED_SYMBOLS: symbols.optional(),
  DENIED_SYMBOLS: symbols.optional(),
  MARKET_HOURS_ONLY: flag.default(false),
  MAX_POSITION_USD: number('a finite number greater than 0', (value) => value > 0).optional(),
  MAX_OPEN_POSITIONS: count.optional(),
  MAX_PORTFOLIO_LOSS_PER_DAY_USD: number('a finite number greater than 0', (value) => value > 0).optional(),
  NO_ADD_TO_POSITION: flag.default(false),
  SHOW_HOLDINGS: flag.default(false),
  TRACK_ORDERS: flag.default(false),
  MAX_LLM_TOKENS_PER_DAY: count.optional(),
  MAX_LLM_TOKENS_PER_MONTH: count.optional(),
  MAX_LLM_USD_PER_DAY: number('a finite number greater than 0', (value) => value > 0).optional(),
  MAX_LLM_USD_PER_MONTH: number('a finite number greater than 0', (value) => value > 0).optional(),
  MAX_LLM_TOKENS_PER_DECISION: count.optional(),
  MAX_LLM_USD_PER_DECISION: number('a finite number greater than 0', (value) => value > 0).optional(),
  MAX_IDEAS_PER_MINUTE: count.default(1_000),
}

function isMinutes(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 1_440
}

type Settings = z.output<z.ZodObject<typeof RECEIVER_SETTINGS>>

export interface ApprovalConfig extends ApprovalRule {
  /** E-mail addresses in lower case, at least one. */
  readonly approvers: readonly string[]
}

export interface ReceiverConfig {
  readonly provider: string
  readonly dryRun: boolean
  readonly minConfidence: number
  readonly maxNotionalUsd: number
  readonly allowShortSelling: boolean
  readonly alpacaPaper: boolean
  readonly orderForm: OrderForm
  readonly guards: Guards
  /** Null while no order waits for a person. */
  readonly approval: ApprovalConfig | null
  /** Bounds on what decisions cost. */
  readonly budget: DecisionBudget
  /** The same for each single decision. */
  readonly oneDecision: OneDecisionBudget
  /** Whether orders are followed to the end of their exits. */
  readonly trackOrders: boolean
  /** Whether a model is shown what the brokerage holds. */
  readonly showHoldings: boolean
  /** Webhooks that are taken in a minute. */
  readonly maxIdeasPerMinute: number
}

export function receiverConfigOf(settings: Settings): ReceiverConfig {
  return {
    provider: settings.WEBHOOK_PROVIDER,
    dryRun: settings.DRY_RUN,
    minConfidence: settings.MIN_LLM_CONFIDENCE,
    maxNotionalUsd: settings.MAX_NOTIONAL_USD,
    allowShortSelling: settings.ALLOW_SHORT_SELLING,
    alpacaPaper: settings.ALPACA_PAPER,
    orderForm: {
      style: settings.ORDER_STYLE,
      timeInForce: settings.ORDER_TIME_IN_FORCE,
      singleExit: settings.ORDER_EXIT,
    },
    maxIdeasPerMinute: settings.MAX_IDEAS_PER_MINUTE,
    showHoldings: settings.SHOW_HOLDINGS,
    trackOrders: settings.TRACK_ORDERS,
    approval: approvalOf(settings),
    budget: budgetOf(settings),
    oneDecision: oneDecisionOf(settings),
    guards: {
      killSwitch: settings.KILL_SWITCH,
      maxOrdersPerDay: settings.MAX_ORDERS_PER_DAY ?? null,
      maxNotionalPerDayUsd: settings.MAX_NOTIONAL_PER_DAY_USD ?? null,
      symbolCooldownMinutes: settings.SYMBOL_COOLDOWN_MINUTES ?? null,
      maxDecisionsPerHour: settings.MAX_DECISIONS_PER_HOUR ?? null,
      maxIdeaAgeMinutes: settings.MAX_IDEA_AGE_MINUTES ?? null,
      maxEntryDeviationPct: settings.MAX_ENTRY_DEVIATION_PCT ?? null,
      requireKnownSymbol: settings.REQUIRE_KNOWN_SYMBOL,
      allowedSymbols: settings.ALLOWED_SYMBOLS ?? null,
      deniedSymbols: settings.DENIED_SYMBOLS ?? [],
      marketHoursOnly: settings.MARKET_HOURS_ONLY,
      maxPositionUsd: settings.MAX_POSITION_USD ?? null,
      maxOpenPositions: settings.MAX_OPEN_POSITIONS ?? null,
      maxPortfolioLossPerDayUsd: settings.MAX_PORTFOLIO_LOSS_PER_DAY_USD ?? null,
      noAddToPosition: settings.NO_ADD_TO_POSITION,
    },
  }
}

function approvalOf(settings: Settings): ApprovalConfig | null {
  const { APPROVAL: aboveUsd, APPROVERS: approvers = [] } = settings
  if (aboveUsd === null) return null
  return { aboveUsd, approvers, minutes: settings.APPROVAL_MINUTES, maxDriftPct: settings.APPROVAL_MAX_DRIFT_PCT }
}

/** Errors in combinations of settings that are valid separately. */
export function receiverContradictions(given: Readonly<Record<string, string | undefined>>): string[] {
  const isOn = given['APPROVAL'] !== undefined && given['APPROVAL'] !== 'off'
  return isOn && given['APPROVERS'] === undefined
    ? ['APPROVERS is required by APPROVAL: name the e-mail addresses of the accounts that may answer']
    : []
}

function budgetOf(settings: Settings): DecisionBudget {
  return {
    maxTokensPerDay: settings.MAX_LLM_TOKENS_PER_DAY ?? null,
    maxTokensPerMonth: settings.MAX_LLM_TOKENS_PER_MONTH ?? null,
    maxUsdPerDay: settings.MAX_LLM_USD_PER_DAY ?? null,
    maxUsdPerMonth: settings.MAX_LLM_USD_PER_MONTH ?? null,
  }
}

function oneDecisionOf(settings: Settings): OneDecisionBudget {
  return {
    maxTokens: settings.MAX_LLM_TOKENS_PER_DECISION ?? null,
    maxUsd: settings.MAX_LLM_USD_PER_DECISION ?? null,
  }
}
