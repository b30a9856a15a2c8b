import { z } from 'zod'
import { MAX_SHARDS } from '../../alerts/domain/shard.ts'
import { number, text } from '../../lib/setting-readers.ts'

/** What a process does, of everything that the service does. */
const ROLES = [
  /** REST, the MCP endpoint, the pages, and callbacks of vendors. */
  'api',
  /** The feed of notifications over WebSockets. */
  'gateway',
  /** Sending notifications. */
  'dispatcher',
  /** Notifications of what the market does, trade ideas, and what is kept of the market. */
  'market',
  /** Webhooks with trade ideas, decisions and orders. */
  'receiver',
] as const

export type Role = (typeof ROLES)[number]

/** Those that ask the market source, and are not ready while it is down. */
export const MARKET_ROLES: readonly Role[] = ['api', 'market', 'receiver']

const Role = z.enum(ROLES)
const RULE = `must be ${ROLES.join(', ')}, or some of them separated by commas`

/** The settings of a service of several processes, by their names in the environment. */
export const ROLE_SETTINGS = {
  ROLES: text.default(ROLES.join(',')).transform((list, context): Role[] => {
    const roles = z.array(Role).safeParse(list.split(',').map((role) => role.trim()))
    if (roles.success) return [...new Set(roles.data)]
    context.addIssue(RULE)
    return z.NEVER
  }),
  MATCH_SHARDS: number(
    `a whole number from 1 to ${MAX_SHARDS}`,
    (value) => Number.isInteger(value) && value >= 1 && value <= MAX_SHARDS,
  ).default(1),
}

/** Errors in combinations of settings that are valid separately. */
export function roleContradictions(given: Readonly<Record<string, string | undefined>>): string[] {
  const isFile = given['DATABASE_URL'] === undefined
  return [
    ...(isFile && given['MATCH_SHARDS'] !== undefined
      ? ['MATCH_SHARDS must not be set without DATABASE_URL: a service with a file is one process']
      : []),
    ...(given['ROLES'] === undefined ? [] : contradictionsOfRoles(given, isFile)),
  ]
}

function contradictionsOfRoles(given: Readonly<Record<string, string | undefined>>, isFile: boolean): string[] {
  return [
    ...(isFile ? ['ROLES must not be set without DATABASE_URL: a service with a file is one process'] : []),
    ...(given['PUBLIC_URL'] === undefined
      ? ['PUBLIC_URL is required by ROLES: links of all processes have one address']
      : []),
  ]
}
