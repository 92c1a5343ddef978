import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { useDatabase } from '#test/database.ts'
import { errorForLog } from './log.server.ts'

useDatabase()

/** The error of a query that fails with these parameters. */
async function failure(...values: string[]): Promise<Error> {
  const list = sql.join(
    values.map((value) => sql`${value}::text`),
    sql`, `,
  )
  const error: unknown = await db.execute(sql`select no_such_function(${list})`).catch((thrown: unknown) => thrown)
  if (!(error instanceof Error)) throw new Error('The query did not fail')
  return error
}

test.each([
  ['of one line', 'token-of-a-session'],
  ['of many lines', 'first\n    second token-of-a-session\n\nparams: third'],
  ['that look like a stack', 'a\n    at token-of-a-session'],
])('the parameters of a failed query are not logged: %s', async (_, value) => {
  const error = await failure('before', value, 'behind-it')
  expect(error.message).toContain('token-of-a-session')
  const logged = JSON.stringify(errorForLog(error))
  for (const secret of ['token-of-a-session', 'behind-it', 'params']) expect(logged).not.toContain(secret)
  // What helps to find the fault stays.
  for (const part of ['Failed query: select no_such_function', 'does not exist', 'log.test.ts'])
    expect(logged).toContain(part)
})

test('an error in another error is logged without them too', async () => {
  const outer = new Error('The page failed', { cause: await failure('token-of-a-session') })
  const logged = JSON.stringify(errorForLog(outer))
  expect(logged).not.toContain('token-of-a-session')
  expect(logged).toContain('The page failed')
  expect(logged).toContain('does not exist')
})

test('what a mail server says of an address is logged without the address', () => {
  const response = '550 5.1.1 <amina@مثال.example>: Recipient address rejected'
  const refused = Object.assign(new Error(`Can't send mail - all recipients were rejected: ${response}`), {
    code: 'EENVELOPE',
    response,
    rejected: ['amina@example.org'],
    rejectedErrors: [Object.assign(new Error(response), { recipient: 'amina@example.org' })],
  })
  const logged = JSON.stringify(errorForLog(refused))
  expect(logged).not.toContain('amina')
  expect(logged).toContain('550 5.1.1 <<address>>: Recipient address rejected')
  expect(logged).toContain('EENVELOPE')
  const withPackage = Object.assign(new Error('x'), {
    stack: 'Error: x\n    at f (/srv/node_modules/@orpc/server.js:1:1)',
  })
  expect(errorForLog(withPackage).stack).toContain('/srv/node_modules/@orpc/server.js:1:1')
})

test.runIf(existsSync('/dev/full'))('a log that cannot be written does not end the process', () => {
  const full = openSync('/dev/full', 'w')
  const script = `
    const { createLog } = await import('#base/lib/log.server.ts')
    const log = createLog('info')
    log.info('lost')
    setTimeout(() => { log.info('lost too'); console.log('still here') }, 50)`
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', full],
    encoding: 'utf8',
  })
  closeSync(full)
  expect([stdout, status]).toEqual(['still here\n', 0])
})

test('a promise that fails unnoticed is logged and does not end the process', () => {
  const script = `
    const { createLog, logUnhandledRejections } = await import('#base/lib/log.server.ts')
    logUnhandledRejections(createLog('info'))
    void Promise.reject(new Error('a query was cancelled'))
    void Promise.reject({ isNotFound: true })
    setTimeout(() => console.log('still here'), 50)`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
  expect([stdout, status]).toEqual(['still here\n', 0])
  const lines = stderr
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(lines).toEqual([
    expect.objectContaining({ level: 50, err: expect.objectContaining({ message: 'a query was cancelled' }) }),
    expect.objectContaining({ level: 50, err: expect.objectContaining({ message: '{ isNotFound: true }' }) }),
  ])
})
