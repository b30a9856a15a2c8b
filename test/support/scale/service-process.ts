import type { TestSchema } from '../postgres.ts'
import { type RunningService, type ServiceOptions, startService } from '../service.ts'

/** The address of the service, which all its processes give in links. */
const PUBLIC_URL = 'http://127.0.0.1:4999'

/** One of several processes of a service on a database; ROLES says what it does, else everything. */
export async function serviceProcess(
  schema: Pick<TestSchema, 'roleUrl' | 'password'>,
  { settings, ...options }: ServiceOptions = {},
): Promise<RunningService> {
  const common = { DATABASE_URL: schema.roleUrl, PUBLIC_URL, MARKET_SYMBOLS: 'SPY', DECISION_MODE: 'rules' }
  const service = await startService({ ...options, settings: { ...common, ...settings } })
  if (schema.password !== '') service.guard(schema.password)
  return service
}

/** The cookie of a session that this process has opened. */
export async function signIn(
  { url }: Pick<RunningService, 'url'>,
  body: { readonly email: string; readonly password: string },
): Promise<string> {
  const headers = { 'content-type': 'application/json', origin: url }
  const answer = await fetch(`${url}/api/v1/session`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`the sign-in failed with ${answer.status}`)
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
