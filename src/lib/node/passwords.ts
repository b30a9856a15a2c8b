// Imports the whole module, because a named import of `argon2` fails to link on a Node without it.
import * as crypto from 'node:crypto'
import { promisify } from 'node:util'
import { concurrencyLimit, type QueueBound } from '../async/concurrency-limit.ts'

/** Cost of argon2id: memory in KiB, passes over it, lanes. */
interface Argon2id {
  readonly algorithm: 'argon2id'
  readonly memoryKib: number
  readonly passes: number
  readonly lanes: number
}

/** Cost of scrypt: log2 of N, block size r, parallelism p. */
interface Scrypt {
  readonly algorithm: 'scrypt'
  readonly logN: number
  readonly blockSize: number
  readonly lanes: number
}

export type PasswordCost = Argon2id | Scrypt

/** OWASP's recommended minimum for each algorithm; scrypt is used where Node has no argon2 (before 24.7). */
export const ARGON2ID: PasswordCost = { algorithm: 'argon2id', memoryKib: 19_456, passes: 2, lanes: 1 }
export const SCRYPT: PasswordCost = { algorithm: 'scrypt', logN: 15, blockSize: 8, lanes: 3 }

const SALT_BYTES = 16
const HASH_BYTES = 32

/**
 * Passwords are stored as a PHC string (`$argon2id$v=19$m=19456,t=2,p=1$salt$hash`) that names algorithm and cost.
 * Hashing runs outside the event loop, a few at once.
 */
export interface Passwords {
  hash(password: string): Promise<string>
  /** False for `null`, after the same work as for a stored hash, so that timing does not reveal whether one exists. */
  verify(password: string, stored: string | null): Promise<boolean>
  /** Whether the hash has another cost than the current one and should be replaced. */
  outdated(stored: string): boolean
}

export interface PasswordOptions extends QueueBound {
  /** Hashes computed at once. */
  readonly parallel: number
  readonly randomBytes: (size: number) => Uint8Array
  readonly cost?: PasswordCost
}

export function passwords({ randomBytes, cost = preferredCost(), parallel, ...bound }: PasswordOptions): Passwords {
  const limited = concurrencyLimit(parallel, bound)
  const dummy = format(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES))

  async function matches(password: string, stored: string): Promise<boolean> {
    const { cost, salt, hash } = parse(stored)
    const derived = await limited(() => derive(password, cost, salt, hash.length))
    return crypto.timingSafeEqual(derived, hash)
  }

  return {
    async hash(password) {
      const salt = Buffer.from(randomBytes(SALT_BYTES))
      return format(cost, salt, await limited(() => derive(password, cost, salt, HASH_BYTES)))
    },
    async verify(password, stored) {
      return (await matches(password, stored ?? dummy)) && stored !== null
    },
    outdated: (stored) => head(parse(stored).cost) !== head(cost),
  }
}

function preferredCost(): PasswordCost {
  return typeof crypto.argon2 === 'function' ? ARGON2ID : SCRYPT
}

const scrypt = promisify<string, Buffer, number, crypto.ScryptOptions, Buffer>(crypto.scrypt)

async function derive(password: string, cost: PasswordCost, salt: Buffer, length: number): Promise<Buffer> {
  // The same password typed on another keyboard may use other compositions of the characters.
  const message = password.normalize('NFKC')
  if (cost.algorithm === 'scrypt') {
    const N = 2 ** cost.logN
    const options = { N, r: cost.blockSize, p: cost.lanes, maxmem: 256 * N * cost.blockSize }
    return scrypt(message, salt, length, options)
  }
  if (typeof crypto.argon2 !== 'function') throw new Error('this Node has no argon2: run Node 24.7 or newer')
  return promisify(crypto.argon2)('argon2id', {
    message,
    nonce: salt,
    tagLength: length,
    memory: cost.memoryKib,
    passes: cost.passes,
    parallelism: cost.lanes,
  })
}

function head(cost: PasswordCost): string {
  return cost.algorithm === 'argon2id'
    ? `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.lanes}`
    : `$scrypt$ln=${cost.logN},r=${cost.blockSize},p=${cost.lanes}`
}

function format(cost: PasswordCost, salt: Buffer, hash: Buffer): string {
  return `${head(cost)}$${unpadded(salt)}$${unpadded(hash)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

const STORED =
  /^\$(?:(argon2id)\$v=19\$m=(\d+),t=(\d+),p=(\d+)|scrypt\$ln=(\d+),r=(\d+),p=(\d+))\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

function parse(stored: string): { cost: PasswordCost; salt: Buffer; hash: Buffer } {
  const parts = STORED.exec(stored)
  if (!parts) throw new Error('a stored password hash has an unknown format')
  const [, argon2id, memory, passes, lanes, logN, blockSize, parallelism, salt = '', hash = ''] = parts
  const cost: PasswordCost = argon2id
    ? { algorithm: 'argon2id', memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) }
    : { algorithm: 'scrypt', logN: Number(logN), blockSize: Number(blockSize), lanes: Number(parallelism) }
  return { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}
