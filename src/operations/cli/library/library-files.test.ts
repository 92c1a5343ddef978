import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { PROXY_GROUP, SETTINGS_FOLDER, socketPath } from './hosted-library.ts'
import { leadToSocket, siteOf } from './library-files.ts'

const read = (file: string): string => readFileSync(join(projectRoot, 'deploy', file), 'utf8')
const library = { name: 'kisumu', address: 'https://kisumu.example.org' }

test('the site of a library leads to its socket, and keeps the rest of the example', () => {
  const site = siteOf(read('Caddyfile'), library)
  expect(site).toMatch(/^kisumu\.example\.org \{\n/)
  expect(site).toContain('reverse_proxy unix//run/maktaba-libraries/kisumu.sock {\n')
  expect(site).toContain('keepalive off')
  expect(site).not.toContain('127.0.0.1')
  expect(site).toContain('max_size 540MB')
  expect(siteOf(read('Caddyfile'), { ...library, address: 'http://localhost:3951' })).toMatch(
    /^http:\/\/localhost:3951 \{/,
  )
})

test('a site from before there were sockets is led to one; another one is left as it is', () => {
  const former = siteOf(read('Caddyfile'), library).replace(/unix[^{]*\{\n[^}]*\{\n[^}]*\}/, '127.0.0.1:3101 {')
  expect(former).toContain('reverse_proxy 127.0.0.1:3101 {')
  expect(leadToSocket(former, '127.0.0.1:3101', 'kisumu')).toBe(siteOf(read('Caddyfile'), library))
  expect(leadToSocket(former, '127.0.0.1:3102', 'kisumu')).toBe(former)
})

test('systemd makes the socket where the command line looks for it, for the group of the proxy alone', () => {
  const unit = read('debian/maktaba@.socket')
  expect(unit).toContain(`ListenStream=${socketPath('%i')}\n`)
  expect(unit).toContain(`SocketUser=root\nSocketGroup=${PROXY_GROUP}\nSocketMode=0660\n`)
  expect(unit).toContain(`ConditionPathExists=!${SETTINGS_FOLDER}/%i.port\n`)
})

test('the settings that every library reads have no secret', () => {
  expect(read('debian/libraries.env')).not.toMatch(/^#?[A-Z_]*(TOKEN|PASSWORD|SECRET|URL|PROXIES)/m)
})
