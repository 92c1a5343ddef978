import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { PACKAGE_LIMIT } from '#base/lib/stored-upload.ts'
import { SETTINGS } from '#test/env.ts'
import { readEnv } from './env.server.ts'

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')
const found = (file: string, pattern: RegExp): string[] =>
  [...read(file).matchAll(pattern)].flatMap(([, name]) => name ?? [])

/** Variables that are not Maktaba's: Node's, the account's, and those of the image of PostgreSQL. */
const OTHERS = ['NODE_ENV', 'NODE_OPTIONS', 'HOME', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD']
const KNOWN = new Set<string>([...SETTINGS, ...OTHERS])

test.each([
  ['Dockerfile', /^(?:ENV +| {4})([A-Z_]+)=(?!\$COMMIT)/gm],
  ['compose.yaml', /^ {6}([A-Z_]+): /gm],
  ['compose.yaml', /\$\{([A-Z_]+)/g],
  ['deploy/compose.env.example', /^#?([A-Z_]+)=/gm],
  ['deploy/maktaba.env.example', /^#?([A-Z_]+)=/gm],
  ['deploy/debian/maktaba.env', /^#?([A-Z_]+)=/gm],
  ['deploy/debian/libraries.env', /^#?([A-Z_]+)=/gm],
  ['deploy/debian/package.env', /^([A-Z_]+)=/gm],
  ['deploy/maktaba.service', /^Environment=([A-Z_]+)=/gm],
  ['deploy/nginx.conf', /^# Set ([A-Z_]+)=/gm],
  ['deploy/Caddyfile', / ([A-Z_]{6,})=/g],
])('%s sets variables that are read: %s', (file, pattern) => {
  const names = found(file, pattern)
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !KNOWN.has(name))).toEqual([])
})

test('ports and paths are those of the server', () => {
  const port = String(readEnv({}).port)
  expect(found('Dockerfile', /^EXPOSE (\d+)$/gm)).toEqual([port])
  expect(found('Dockerfile', /PORT=(\d+)/g)).toEqual([port])
  expect(found('compose.yaml', /127\.0\.0\.1:\d+:(3\d+)$/gm)).toEqual([port])
  expect(found('deploy/nginx.conf', /server 127\.0\.0\.1:(\d+);/g)).toEqual([port])
  expect(found('deploy/Caddyfile', /reverse_proxy 127\.0\.0\.1:(\d+)/g)).toEqual([port])
  for (const path of found('Dockerfile', /(\/api\/[\w/]+)/g))
    expect(existsSync(join(projectRoot, 'src/routes', `${path.slice(1).replace(/\/(?=\w+$)/, '.')}.ts`))).toBe(true)
  expect(existsSync(join(projectRoot, found('deploy/maktaba.service', /^ExecStart=\S+ (\S+)/gm)[0] ?? '-'))).toBe(true)
})

test('proxies let an import and a package through', () => {
  const [nginx] = found('deploy/nginx.conf', /client_max_body_size (\d+)m;/g)
  const [caddy] = found('deploy/Caddyfile', /max_size (\d+)MB/g)
  expect(Number(nginx) * 2 ** 20).toBeGreaterThanOrEqual(PACKAGE_LIMIT)
  // A megabyte of Caddy has 1,000,000 bytes.
  expect(Number(caddy) * 1e6).toBeGreaterThanOrEqual(PACKAGE_LIMIT)
})
