import { AppError } from '../../lib/errors.ts'

const RETRY_AFTER_S = 5

const READ_ONLY =
  'The database takes no writes: it is a standby, or read-only. Set DATABASE_URL to the primary server, or wait until this one is promoted.'

/**
 * Sentences by SQLSTATE, or by its class of two characters.
 * https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
const SENTENCES: Readonly<Record<string, string>> = {
  '08': 'The connection to the database broke. Try again in a few seconds.',
  '08P01':
    'The server refused how this program speaks. DATABASE_URL must name PostgreSQL itself: a pool between them is not supported yet.',
  '25006': READ_ONLY,
  '25P03': 'A transaction waited too long between two statements and was ended. Try again in a few seconds.',
  '28': 'PostgreSQL refused the user or the password of DATABASE_URL. Correct them, or the rules in pg_hba.conf.',
  '3D000': 'PostgreSQL has no database of the name in DATABASE_URL. Create it, or correct the name.',
  '40001': 'Too many changes of the same data at once. Try again in a few seconds.',
  '40P01': 'Too many changes of the same data at once. Try again in a few seconds.',
  '42501':
    'The user of DATABASE_URL lacks a right that is needed. Make it the owner of the database: ALTER DATABASE … OWNER TO ….',
  '53': 'PostgreSQL has run out of memory or another resource. Try again in a few seconds.',
  '53100': 'The disk of PostgreSQL is full. Free some space, then try again.',
  '53300': 'PostgreSQL has no free connection. Raise its max_connections, or end other programs.',
  '55P03': 'Another connection to PostgreSQL has locked these rows for too long. Try again in a few seconds.',
  '57': 'PostgreSQL is stopping or starting. Try again in a few seconds.',
  '57014': 'PostgreSQL needed too long for a statement, which was ended. Try again in a few seconds.',
  '58': 'PostgreSQL met an error of its disk. Its log names it.',
  XX001: 'The database is damaged. Stop the service and restore a backup.',
  XX002: 'The database is damaged. Stop the service and restore a backup.',
}

/** Codes of Node for a connection that could not be made or broke. */
const CONNECTING: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'No PostgreSQL answers at the host and port of DATABASE_URL. Start it, or correct them.',
  ENOTFOUND: 'The host of DATABASE_URL has no address. Start it, or correct its name.',
  EAI_AGAIN: 'The host of DATABASE_URL cannot be looked up now. Try again in a few seconds.',
  ENOENT: 'There is no socket of PostgreSQL where DATABASE_URL says. Start PostgreSQL, or correct the path.',
  EACCES: 'This user may not open the socket of PostgreSQL that DATABASE_URL names.',
}
const TLS =
  'The encrypted connection to PostgreSQL failed. Correct sslmode and sslrootcert in DATABASE_URL, or the certificate of the server.'
const UNREACHABLE = 'PostgreSQL cannot be reached, or the connection broke. Try again in a few seconds.'

/** A row was about to go to the default partition when the partition of its own was made. */
const PARTITION_MADE = 'The partition of these rows was made at this moment. Try again.'

/** A NUL in a text, and in a JSON text. */
const NOT_TEXT = new Set(['22021', '22P05'])
const NUL = 'A text contains a character that cannot be stored, such as NUL. Remove it.'

/** A shortage of connections of this process, not of the server. */
const POOL_IS_EMPTY = 'All connections of this process to PostgreSQL are in use. Try again in a few seconds.'

/**
 * Turns an error of the driver into an error that a caller can act on; another one is returned without the values of
 * rows that PostgreSQL puts into it, and is a fault.
 */
export function postgresError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const code = sqlStateOf(error)
  const cause = withoutValues(error)
  if (hasOtherPartition(error))
    return new AppError('unavailable', PARTITION_MADE, { cause, retryAfterS: RETRY_AFTER_S })
  if (code !== undefined && NOT_TEXT.has(code)) return new AppError('invalid', NUL, { cause })
  if (code === '23505') return new AppError('conflict', 'This already exists.', { cause })
  const message = code === undefined ? connectionSentence(error) : (SENTENCES[code] ?? SENTENCES[code.slice(0, 2)])
  if (message) return new AppError('unavailable', message, { cause, retryAfterS: RETRY_AFTER_S })
  return cause
}

/** Whether the same transaction may succeed if it is repeated: PostgreSQL ended it for the sake of another one. */
export function isRepeatable(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  const { cause } = error.details
  const code = sqlStateOf(cause)
  return code === '40001' || code === '40P01' || hasOtherPartition(cause)
}

/** PostgreSQL has no code of its own for this violation. */
function hasOtherPartition(error: unknown): boolean {
  const isCheck = sqlStateOf(error) === '23514'
  return isCheck && Reflect.get(Object(error), 'routine') === 'ExecPartitionCheckEmitError'
}

/** Whether a statement gave up its wait for a lock that somebody else holds. */
export function isLockedOut(error: unknown): boolean {
  return error instanceof AppError && sqlStateOf(error.details.cause) === '55P03'
}

export const readOnly = (): AppError => new AppError('unavailable', READ_ONLY, { retryAfterS: RETRY_AFTER_S })

/** Undefined for an error that is not the server's. */
function sqlStateOf(error: unknown): string | undefined {
  const isOfServer = typeof error === 'object' && error !== null && 'code' in error && 'severity' in error
  return isOfServer ? String(error.code) : undefined
}

/** The driver has no codes of its own: what is neither the server's nor Node's is a connection that is not there. */
function connectionSentence(error: Error): string | undefined {
  if (error instanceof TypeError || error instanceof RangeError) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(`${code} ${error.message}`)) return TLS
  if (/timeout exceeded when trying to connect/.test(error.message)) return POOL_IS_EMPTY
  return CONNECTING[code] ?? UNREACHABLE
}

/** Details and context of an error hold values of rows: addresses, for example. The log needs none of them. */
function withoutValues(error: Error): Error {
  for (const field of ['detail', 'where', 'internalQuery', 'hint'])
    if (field in error) Reflect.set(error, field, undefined)
  return error
}
