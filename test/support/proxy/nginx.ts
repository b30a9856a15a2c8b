import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PROXY_NAME, type ProxyPlaces, proxyProcess, type RunningProxy } from './running-proxy.ts'

const OPENSSL = '/usr/bin/openssl'
const CONFIGURATION = resolve(import.meta.dirname, '../../../deploy/proxy/nginx.conf')

export function startNginx(program: string, places: ProxyPlaces): RunningProxy {
  const { folder, plain } = places
  certify(folder)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(places))
  return {
    certificate: join(folder, 'own.pem'),
    plainUrl: `http://${PROXY_NAME}:${plain}/`,
    ...proxyProcess(program, ['-p', folder, '-c', file]),
  }
}

/** A certificate of its own for the name, as `own.pem` and `own.key`. */
function certify(folder: string): void {
  const names = `subjectAltName=DNS:${PROXY_NAME}`
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const files = ['-keyout', join(folder, 'own.key'), '-out', join(folder, 'own.pem')]
  execFileSync(OPENSSL, [...words, ...files, '-subj', `/CN=${PROXY_NAME}`, '-addext', names], { stdio: 'ignore' })
}

/** The file of `deploy` with the names of this test, inside the least that nginx needs around it. */
function configuration({ folder, secure, plain, upstream }: ProxyPlaces): string {
  const site = readFileSync(CONFIGURATION, 'utf8')
    .replace('127.0.0.1:3000', upstream)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${secure} ssl`)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${folder}/own.pem;`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/own.key;`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((it) => `${it}_temp_path ${folder}/${it};`)
  return `daemon off; user root; pid ${folder}/nginx.pid; error_log stderr warn; worker_processes 1; events {} http { access_log off; ${paths.join(' ')} ${site} }`
}
