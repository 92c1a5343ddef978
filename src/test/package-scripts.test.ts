import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#base/lib/project-root.server.ts'

const run = promisify(execFile)
const source = (name: string) => join(projectRoot, 'deploy/debian', name)
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maktaba-package-'))
  // In place of the browser.
  await writeFile(join(folder, 'xdg-open'), '#!/bin/sh\necho "$1"\n')
  await chmod(join(folder, 'xdg-open'), 0o755)
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the menu entry, with the Node of this test, where Maktaba is at `port` unless the service has written another place. */
async function openLibrary(port: number, written: string | undefined): Promise<string> {
  const file = join(folder, 'open')
  await rm(file, { force: true })
  if (written !== undefined) await writeFile(file, written)
  const script = (await readFile(source('open-library'), 'utf8'))
    .replace('/usr/lib/maktaba/bin/node', process.execPath)
    .replace('localhost:3000', `localhost:${port}`)
    .replace('60000', '2000')
    .replace('15000', '1000')
  const { stdout } = await run('sh', ['-c', script, 'open-library', file], {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  })
  return stdout.trim()
}

/** A server that answers with these statuses, and then with the last of them. */
async function withServer(statuses: number[], work: (port: number) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => {
    const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200
    response.writeHead(status).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await work(port).finally(() => server.close())
}

test.each([
  ['http://localhost:PORT/setup#K7Q2MD\n', 'http://localhost:PORT/setup#K7Q2MD'],
  ['http://localhost:PORT/\nhttp://localhost:1/\n', 'http://localhost:PORT/'],
  ['file:///etc/passwd\n', 'http://localhost:PORT/'],
  ['--help', 'http://localhost:PORT/'],
  [undefined, 'http://localhost:PORT/'],
])('the menu entry opens what the service wrote, %j, if it is a page of this computer', (written, opened) =>
  withServer([200], async (port) => {
    const at = (text: string) => text.replace('PORT', String(port))
    expect(await openLibrary(port, written === undefined ? undefined : at(written))).toBe(at(opened))
  }),
)

test('it waits while the library is being opened, and says that one does not answer', async () => {
  await withServer([503, 503, 200], async (port) => {
    expect(await openLibrary(port, undefined)).toBe(`http://localhost:${port}/`)
  })
  // One that takes longer shows a page of its own.
  await withServer([503], async (port) => {
    expect(await openLibrary(port, undefined)).toBe(`http://localhost:${port}/`)
  })
  expect(await openLibrary(1, undefined)).toBe('file:///usr/share/maktaba/closed.html')
  expect(await readFile(source('closed.html'), 'utf8')).toMatch(/lang="en"[^]*lang="fr"[^]*lang="ar"[^]*lang="sw"/)
})

test('an update gives the service nothing of a folder that is its own already, and nothing that a link names elsewhere', async () => {
  const script = await readFile(source('postinst'), 'utf8')
  expect(script).not.toMatch(/chown -R/)
  const [, body = ''] = /^ {2}(if \[ "\$\(stat -c %U \/var\/lib\/maktaba\)[\s\S]*?\n {2}fi)$/m.exec(script) ?? []
  // As the user of this test, with a program in place of `chown` that names what it was given.
  const given = join(folder, 'given')
  const library = join(folder, 'library')
  await run('sh', [
    '-c',
    `mkdir -p ${library}/data && cd ${library} && echo a > data/a && ln data/a ${folder}/elsewhere && echo b > data/b && ln -s /etc/passwd data/link`,
  ])
  await writeFile(join(folder, 'chown'), `#!/bin/sh\nprintf '%s\\n' "$@" >> ${given}\n`)
  await chmod(join(folder, 'chown'), 0o755)
  const attempt = async (owner: string) => {
    await writeFile(given, '')
    const here = body.replaceAll('/var/lib/maktaba', library).replace('!= maktaba ]', `!= ${owner} ]`)
    await run('sh', ['-ec', here], { env: { ...process.env, PATH: `${folder}:${process.env.PATH}` } })
    return (await readFile(given, 'utf8')).split('\n').filter(Boolean)
  }
  const { stdout: me } = await run('id', ['-un'])
  expect(await attempt(me.trim())).toEqual([])
  const [flag, owner, ...paths] = await attempt('somebody')
  expect([flag, owner]).toEqual(['-h', 'maktaba:maktaba'])
  expect(paths.map((path) => path.slice(library.length)).toSorted()).toEqual(['', '/data', '/data/b', '/data/link'])
  expect(paths.at(-1)).toBe(library)
})
