/** The service with the settings of any source, but with an invented market behind them, so that no vendor is asked. */
import { serve } from '../../../src/app/serve.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import { simulatedMarket } from '../../../src/market/sources/simulated/index.ts'

const config = readConfig(process.env)
const { seed, symbols, speed } = config.market
const market = simulatedMarket({ seed, symbols, speed, alwaysOpen: true, now: () => new Date() })
const service = await serve(config, { market })
process.exitCode = await service.ended
