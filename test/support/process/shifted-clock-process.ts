/** The service at another time of day than the machine's, by CLOCK_AHEAD_MS: a test of a session runs at any hour. */
import { serve } from '../../../src/app/serve.ts'
import { readConfig } from '../../../src/app/settings/config.ts'

const aheadMs = Number(process.env['CLOCK_AHEAD_MS'])
const service = await serve(readConfig(process.env), { now: () => new Date(Date.now() + aheadMs) })
process.exitCode = await service.ended
