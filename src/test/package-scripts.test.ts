import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#lib/project-root.server.ts'

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

test.each([
  ['http://localhost:3005/setup#K7Q2MD\n', 'http://localhost:3005/setup#K7Q2MD'],
  ['http://localhost:3005/\nhttp://localhost:1/\n', 'http://localhost:3005/'],
  ['file:///etc/passwd\n', 'http://localhost:3000/'],
  ['--help', 'http://localhost:3000/'],
  [undefined, 'http://localhost:3000/'],
])('the menu entry opens what the service wrote, %j, if it is a page of this computer', async (written, opened) => {
  const file = join(folder, 'open')
  await rm(file, { force: true })
  if (written !== undefined) await writeFile(file, written)
  const { stdout } = await run('sh', [source('open-library'), file], {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  })
  expect(stdout.trim()).toBe(opened)
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
