import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { RequestStarts } from './request-starts.server.ts'

/** Lets requests begin; returns their names in order. */
function begin(starts: RequestStarts, names: string[]): string[] {
  const begun: string[] = []
  for (const name of names) {
    const wait = starts.wait(() => name.slice(0, 1))
    if (wait) void wait.then(() => begun.push(name))
    else begun.push(name)
  }
  return begun
}

const named = (client: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${client}${at + 1}`)

test('the first requests of a turn begin at once', () => {
  expect(begin(new RequestStarts(), ['a1', 'a2', 'a3'])).toEqual(['a1', 'a2'])
})

test('the others begin in the next turns, one of each client', async () => {
  const begun = begin(new RequestStarts(), [...named('a', 1500), 'b1', 'c1', 'b2'])
  for (let turn = 1; turn <= 4; turn += 1) await nextTurn()
  expect(begun.slice(0, 8)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5'])
})

test('all begin in the end', async () => {
  const begun = begin(new RequestStarts(), named('a', 99))
  for (let turn = 1; turn <= 60; turn += 1) await nextTurn()
  expect(begun).toEqual(named('a', 99))
})
