import type { Case } from '../case.ts'
import { approval } from './approval.ts'
import { health, routes, secret } from './entrance.ts'
import { evidence } from './evidence.ts'
import { bounds, exits, lives, models } from './exits.ts'
import { duplicates, fingerprint } from './identity.ts'
import { ledger } from './ledger.ts'
import { body, fields, symbol, time } from './payload.ts'
import { decisions, gates, orders } from './processing.ts'

/** The whole suite. */
export const CASES: readonly Case[] = [
  ...health,
  ...routes,
  ...secret,
  ...body,
  ...fields,
  ...symbol,
  ...time,
  ...fingerprint,
  ...duplicates,
  ...gates,
  ...decisions,
  ...orders,
  ...exits,
  ...bounds,
  ...lives,
  ...models,
  ...ledger,
  ...evidence,
  ...approval,
]
