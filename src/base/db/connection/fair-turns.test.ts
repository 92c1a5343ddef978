import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { FairTurns } from './fair-turns.ts'

const options = { max: 4, maxOfOne: 2, maxWaiting: 100, patience: 10_000 }

/** Enters turns that are recorded in order when they start or are refused. */
function recorder(turns: FairTurns) {
  const started: string[] = []
  const refused: string[] = []
  return {
    started,
    refused,
    enter: (client: string | undefined, name: string) =>
      turns.enter(
        client,
        () => started.push(name),
        () => refused.push(name),
      ),
  }
}

describe('turns', () => {
  test('start in the context of those that waited', async () => {
    const context = new AsyncLocalStorage<string>()
    const turns = new FairTurns({ ...options, max: 1 })
    turns.enter(
      'a',
      () => undefined,
      () => undefined,
    )
    const started = Promise.withResolvers<string | undefined>()
    context.run('b', () =>
      turns.enter(
        'b',
        () => started.resolve(context.getStore()),
        () => undefined,
      ),
    )
    context.run('a', () => turns.leave('a'))
    expect(await started.promise).toBe('b')
  })

  test('start at once while there is room, for one client up to its share', () => {
    const { started, enter } = recorder(new FairTurns(options))
    for (const name of ['a1', 'a2', 'a3']) enter('a', name)
    for (const name of ['b1', 'b2', 'b3']) enter('b', name)
    enter('c', 'c1')
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2'])
  })

  test('go round the clients that wait, whoever asked for most', () => {
    const turns = new FairTurns({ ...options, max: 1, maxOfOne: 1 })
    const { started, enter } = recorder(turns)
    for (let count = 1; count <= 400; count += 1) enter('a', `a${count}`)
    for (const name of ['b1', 'b2']) enter('b', name)
    enter('c', 'c1')
    for (let left = 1; left <= 6; left += 1) turns.leave(started.at(-1)?.[0])
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  test('are given to another client when one has its share', () => {
    const turns = new FairTurns(options)
    const { started, enter } = recorder(turns)
    for (const name of ['a1', 'a2', 'a3']) enter('a', name)
    enter('b', 'b1')
    turns.leave('b')
    expect(started).toEqual(['a1', 'a2', 'b1'])
    turns.leave('a')
    expect(started.at(-1)).toBe('a3')
  })

  test('of the server itself are limited in sum only', () => {
    const turns = new FairTurns(options)
    const { started, enter } = recorder(turns)
    for (const name of ['1', '2', '3', '4', '5']) enter(undefined, name)
    expect(started).toEqual(['1', '2', '3', '4'])
    turns.leave(undefined)
    expect(started.at(-1)).toBe('5')
  })

  test('are refused when the queue or the wait is too long', async () => {
    const turns = new FairTurns({ max: 1, maxOfOne: 1, maxWaiting: 2, patience: 20 })
    const { started, refused, enter } = recorder(turns)
    for (const name of ['a1', 'a2', 'a3', 'a4']) enter('a', name)
    expect(refused).toEqual(['a4'])
    await sleep(60)
    expect(refused).toEqual(['a4', 'a2', 'a3'])
    turns.leave('a')
    enter('a', 'a5')
    expect(started).toEqual(['a1', 'a5'])
  })
})

describe('work in turns', () => {
  test('ends its turn when it fails too', async () => {
    const turns = new FairTurns({ ...options, max: 1 })
    const never = () => new Error('waited too long')
    await expect(turns.run('a', () => Promise.reject(new Error('failed')), never)).rejects.toThrow('failed')
    expect(await turns.run('b', () => Promise.resolve('done'), never)).toBe('done')
  })
})
