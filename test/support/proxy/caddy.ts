import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PROXY_NAME, type ProxyPlaces, proxyProcess, type RunningProxy } from './running-proxy.ts'

const CONFIGURATION = resolve(import.meta.dirname, '../../../deploy/proxy/Caddyfile')

/** With the file of `deploy` as it is; ports and the own certificate authority are options around it. */
export function startCaddy(program: string, { folder, secure, plain, upstream }: ProxyPlaces): RunningProxy {
  const options = `{
	admin off
	skip_install_trust
	http_port ${plain}
	https_port ${secure}
	default_bind 127.0.0.1
	local_certs
}
`
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, options + readFileSync(CONFIGURATION, 'utf8'))
  const environment = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return {
    certificate: join(folder, 'caddy/pki/authorities/local/root.crt'),
    plainUrl: `http://${PROXY_NAME}:${plain}/`,
    ...proxyProcess(program, ['run', '--adapter', 'caddyfile', '--config', file], {
      ...environment,
      SITE: PROXY_NAME,
      UPSTREAM: upstream,
    }),
  }
}
