import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitUntilReady, type Service } from './service.ts'

let folder: string
const path = process.env.PATH

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'maktaba-service-'))
  process.env.PATH = `${folder}:${path}`
})
afterEach(() => {
  process.env.PATH = path
  rmSync(folder, { recursive: true })
})

/** A service with these settings, of which a `systemctl` of the test's own says these properties. */
function service(settings: string, properties: Record<string, string> = {}): Service {
  const cases = Object.entries(properties).map(([name, value]) => `${name}) echo ${value} ;;`)
  const program = join(folder, 'systemctl')
  writeFileSync(program, `#!/bin/sh\ncase $3 in\n${cases.join('\n')}\nesac\n`)
  chmodSync(program, 0o755)
  const file = join(folder, 'maktaba.env')
  writeFileSync(file, settings)
  return { unit: 'maktaba-test.service', settings: [file] }
}

const RUNS = { ActiveState: 'active', Type: 'notify', NRestarts: '0' }
const wait = (given: Service, patience = 0) => waitUntilReady({ service: given, patience: () => patience })

test.each(['nowhere.invalid', 'no such host', '[::1'])('HOST=%s: what cannot be asked is no fault', async (host) => {
  expect(await wait(service(`HOST=${host}\n`, RUNS))).toBeUndefined()
})

test('PORT that is none: the same', async () => {
  expect(await wait(service('PORT=http\n', RUNS))).toBeUndefined()
})

test('what cannot be asked and does not run is a fault', async () => {
  expect(await wait(service('HOST=nowhere.invalid\n', { ...RUNS, ActiveState: 'activating' }))).toMatch(
    /^It is not ready/,
  )
  expect(await wait(service('HOST=nowhere.invalid\n', { ...RUNS, ActiveState: 'failed' }))).toBe('It has said nothing')
  // Of a version that tells systemd nothing, it is known only after a while.
  expect(await wait(service('HOST=nowhere.invalid\n', { ...RUNS, Type: 'simple' }))).toMatch(/^It is not ready/)
})

test('where nobody answers, it is not ready, whatever systemd says', async () => {
  expect(await wait(service('HOST=::1\nPORT=9\n', RUNS))).toMatch(/^It is not ready/)
})

test('one that has no port is asked at its socket', async () => {
  const socketPath = join(folder, 'library.sock')
  const server = createServer((_, response) => response.end('{"status":"ok"}')).listen(socketPath)
  await once(server, 'listening')
  const failing = service('BASE_URL=https://kisumu.example.org\n', { ActiveState: 'failed' })
  expect(await wait({ ...failing, socketPath })).toBeUndefined()
  server.close()
  // A port that is set wins.
  const withPort = service('PORT=9\n', { ActiveState: 'failed' })
  expect(await wait({ ...withPort, socketPath })).toBe('It has said nothing')
})
