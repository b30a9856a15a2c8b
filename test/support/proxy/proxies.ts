import { existsSync } from 'node:fs'
import { startCaddy } from './caddy.ts'
import { startNginx } from './nginx.ts'
import type { ProxyPlaces, RunningProxy } from './running-proxy.ts'

/** Each with its program on this machine, which a variable can name. */
export const PROXIES = [
  { name: 'nginx', variable: 'NGINX_PROGRAM', places: ['/usr/sbin/nginx', '/usr/bin/nginx'], start: startNginx },
  { name: 'Caddy', variable: 'CADDY_PROGRAM', places: ['/usr/bin/caddy'], start: startCaddy },
].map(({ name, variable, places, start }) => {
  const program = [process.env[variable] ?? '', ...places].find((it) => existsSync(it))
  return { name, variable, program, start: (where: ProxyPlaces): RunningProxy => start(program ?? '', where) }
})
