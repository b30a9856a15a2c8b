/** Loaded before a process (`--import`): to itself and to others it runs on another machine, of this name. */
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'

const name = process.env['MACHINE_NAME'] ?? os.hostname()
os.hostname = () => name
syncBuiltinESMExports()
