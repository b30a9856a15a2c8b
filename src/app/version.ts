import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const file = join(import.meta.dirname, '../../package.json')

/** The version in `package.json`. */
export const VERSION = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version
