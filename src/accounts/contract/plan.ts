import { z } from 'zod'
import { PLANS } from '../domain/plan.ts'

export const Plan = z.enum(PLANS).describe('Plan of the account, lowest first: delta, gamma, theta, vega.')
