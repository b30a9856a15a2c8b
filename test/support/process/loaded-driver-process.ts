/** Opens a service over a file, then the pool of a database, and names the files of the driver that each has loaded. */
import { createRequire } from 'node:module'
import { openParts } from '../../../src/app/parts.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import { openPool } from '../../../src/store/postgres/pool.ts'
import { SECRET_SETTINGS } from '../service.ts'

const { cache } = createRequire(import.meta.url)
const loaded = () => Object.keys(cache).filter((file) => /node_modules\/pg(-[a-z]+)?\//.test(file))

const config = readConfig({ ...SECRET_SETTINGS, LOG_LEVEL: 'silent', DATABASE_PATH: process.argv[2] })
await (await openParts(config, { isService: true }))[Symbol.asyncDispose]()
const withFile = loaded()
await (await openPool({ url: 'postgres://127.0.0.1:9/none', connections: 1 })).end()
process.stdout.write(JSON.stringify({ withFile, withDatabase: loaded() }))
