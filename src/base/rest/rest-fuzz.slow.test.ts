import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { requestsTo, type FuzzRequest } from '#test/fuzz/fuzz-requests.ts'
import { makeWorld, type FuzzWorld } from '#test/fuzz/fuzz-world.ts'
import { useEnv } from '#test/env.ts'
import { logged, request } from '#test/http.ts'
import { useLending } from '#test/lending.ts'
import { bodyCheck, committedDocument, operationsOf, type Operation } from '#test/openapi.ts'

// High limits, so that the operations answer and not the rate limits.
useEnv({ CODES_PER_CLIENT: '1000000' })
useDatabase()
useLending()

// Another run: FUZZ_SEED=2 FUZZ_RUNS=20000 npx vitest run --project slow src/base/rest/rest-fuzz.slow.test.ts
const SEED = Number(process.env.FUZZ_SEED ?? 1)
const RUNS = Number(process.env.FUZZ_RUNS ?? 5000)

const document = committedDocument()
const operations = operationsOf(document)
const isOfAuth = ({ path }: Operation): boolean => path.startsWith('/api/auth/')
// Of each ours three times as many as of each of better-auth's.
const share = RUNS / operations.reduce((sum, one) => sum + (isOfAuth(one) ? 1 : 3), 0)
const problemsOfBody = bodyCheck(document)

/** Internals that no response may reveal. */
const INSIDE =
  /postgres|\bpg_|zod|orpc|drizzle|node_modules|\/src\/|\.server\b|\.[cm]?[jt]s:\d|\bselect\b.+\bfrom\b|\binsert into\b|(Type|Syntax|Range|Reference)Error|\bat \w+ \(/i

// A code that was mailed, a provider, a demo, an impersonation under way, a signature of a passkey, a backup of this minute
// and a picture are not drawn.
const OUT_OF_REACH = new Set([
  'signInWithCode',
  'signInWithProvider',
  'signInToDemo',
  // They need a card that a manager has given, a library without a manager, and one that this browser has restored.
  'signInWithCard',
  'signInToSetUp',
  'signInAfterRestore',
  'signInWithPasskey',
  'addPasskey',
  'adminStopImpersonating',
  'stopImpersonating',
  'fetchBackup',
  'sendCover',
  // It needs an installation from a signed Debian package.
  'sendUpdate',
  'readCover',
  'getBookCover',
  'setBookCover',
  // They need a loan or a hold in a certain state: tried in lost-loan.test.ts and copy-holds.test.ts.
  'restoreHold',
  'loseLoan',
  'settleLoan',
  'unsettleLoan',
])

/** Number of responses by operation and status. */
const counts = new Map<string, Map<number, number>>()
/** Operations that have gone well at least once. */
const done = new Set<string>()

let world: FuzzWorld
beforeAll(async () => {
  world = await makeWorld()
})

/** The operation of a request, whose method may have been changed; undefined without one. */
function asked(operation: Operation, { method }: FuzzRequest): Operation | undefined {
  // better-auth knows no HEAD.
  const meant = method === 'HEAD' && !isOfAuth(operation) ? 'GET' : method
  const all = operations.filter((one) => one.method === meant)
  // Another method of `/books/letters` is one of `/books/{id}`.
  const fits = ({ path }: Operation) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/{}]+')}$`).test(operation.path)
  return all.find(({ path }) => path === operation.path) ?? all.find(fits)
}

async function faultsOf(operation: Operation, drawn: FuzzRequest, response: Response): Promise<string[]> {
  const { status } = response
  const text = await response.text()
  const own = asked(operation, drawn)
  const faults: string[] = []
  if (status >= 500) faults.push(`a fault: ${text.slice(0, 200)}`)
  // An empty id leaves the address of all, which may have other methods.
  const hasNoId = /\/(\?|$)/.test(drawn.path)
  const documented = [
    ...(own?.statuses ?? (drawn.method === 'OPTIONS' ? ['204', '403', '404'] : ['401', '403', '404', '405'])),
    ...(hasNoId ? ['405'] : []),
  ]
  if (!documented.includes(String(status)) && !documented.includes('default'))
    faults.push(`${status} is not in the document (${documented.join(' ')})`)
  if (drawn.method === 'HEAD' || status === 204 || status === 304) {
    // The response to HEAD has no body.
    if (text !== '' && !isOfAuth(operation)) faults.push(`a body with ${drawn.method} ${status}: ${text.slice(0, 100)}`)
    return faults
  }
  const isJson = /^application\/json(;|$)/.test(response.headers.get('content-type') ?? '')
  if (isJson && own) faults.push(...problemsOfBody(own, status, JSON.parse(text)))
  if (status >= 400) faults.push(...problemFaults(operation, response, isJson, text))
  return faults
}

/** Problems of an error body. */
function problemFaults(operation: Operation, { status }: Response, isJson: boolean, text: string): string[] {
  if (!isJson) return [`a refusal that is no JSON: ${text.slice(0, 100)}`]
  const { code, status: said, message, data, ...rest } = JSON.parse(text)
  const { theirs: _, ...ours } = data ?? {}
  const inside = INSIDE.exec(JSON.stringify([code, message, ours]))
  // better-auth's own refusals have no status, and at times no code or no message.
  const isAuth = isOfAuth(operation)
  return [
    ...(inside ? [`says "${inside[0]}" of what is inside: ${text.slice(0, 300)}`] : []),
    ...(typeof (isAuth ? (message ?? code) : message) === 'string' ? [] : ['has no message']),
    ...(message === undefined || message.trim() !== '' ? [] : ['has an empty message']),
    ...(isAuth || (typeof code === 'string' && /^[A-Z][A-Z_]+$/.test(code)) ? [] : [`has the code ${code}`]),
    ...(isAuth || said === status ? [] : [`says ${said} with ${status}`]),
    ...(isAuth || Object.keys(rest).length === 0 ? [] : [`says more: ${Object.keys(rest).join()}`]),
  ]
}

function count({ name, method }: Operation, drawn: FuzzRequest, { status }: Response): void {
  if (drawn.method === method && status < 400) done.add(name)
  const own = counts.get(name) ?? new Map<number, number>()
  own.set(status, (own.get(status) ?? 0) + 1)
  counts.set(name, own)
}

test('the document that requests are drawn from is the one that is served', async () => {
  expect(await (await request('/api/v1/openapi.json')).json()).toEqual(document)
})

describe('drawn requests', () => {
  beforeAll(() => void (logged.length = 0))

  test.each(operations.map((one) => [one.name, one] as const))(
    'to %s are answered, or refused as the contract has it',
    async (_, operation) => {
      await world.restore()
      await fc.assert(
        fc.asyncProperty(requestsTo(document, operation, world.known), async (drawn) => {
          const response = await world.send(drawn)
          count(operation, drawn, response)
          expect(await faultsOf(operation, drawn, response)).toEqual([])
        }),
        {
          seed: SEED,
          numRuns: Math.ceil(isOfAuth(operation) ? share : 3 * share),
          endOnFailure: process.env.FUZZ_SHRINK === undefined,
        },
      )
    },
    120_000,
  )

  test('have reached every operation', () => {
    const names = operations.map(({ name }) => name)
    expect(names.filter((name) => !done.has(name) && !OUT_OF_REACH.has(name))).toEqual([])
    expect([...counts.values()].flatMap((own) => [...own.values()]).reduce((a, b) => a + b, 0)).toBeGreaterThan(2000)
  })

  test('have left no fault in the log', () => {
    expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })
})

afterAll(() => {
  const all = new Map<number, number>()
  for (const own of counts.values()) for (const [status, times] of own) all.set(status, (all.get(status) ?? 0) + times)
  const line = (own: Map<number, number>) =>
    [...own]
      .toSorted(([a], [b]) => a - b)
      .map(([status, times]) => `${status}: ${times}`)
      .join('  ')
  for (const [name, own] of counts) console.log(`${name.padEnd(28)} ${line(own)}`)
  console.log(`${[...all.values()].reduce((a, b) => a + b, 0)} drawn requests, seed ${SEED}:  ${line(all)}`)
})
