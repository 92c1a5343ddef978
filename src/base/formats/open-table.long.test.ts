import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { type FileSource } from './file-table.ts'
import { fileKinds } from '#base/lib/file-shape.ts'
import { fileOf } from './formats.test-kit.server.ts'
import { inspectFile } from './inspect-file.server.ts'
import { openTable } from './open-table.server.ts'
import { writeTable } from './write-table.server.ts'

const columns = ['title', 'author'].map((field) => ({ field, heading: field }))

async function* rows() {
  for (let at = 0; at < 20; at++) yield Array.from({ length: 500 }, (_, row) => [`${at} ${row} ${Math.random()}`, 'A'])
}

/** A file that counts how often it is open. */
function counted(source: FileSource) {
  const state = { open: 0 }
  const open = async function* () {
    state.open += 1
    try {
      yield* source.open()
    } finally {
      state.open -= 1
    }
  }
  return { state, source: { size: source.size, open } }
}

const isClosed = (state: { open: number }) => expect.poll(() => state.open, { timeout: 30_000 }).toBe(0)

describe.each(fileKinds)('A file of the kind %s', (kind) => {
  test('says how far it was read, and is closed after its end', async () => {
    const { state, source } = counted(fileOf(await buffer(writeTable(kind, columns, rows())), 5000))
    const bytes: number[] = []
    const table = await openTable(source, await inspectFile(source), { onBytes: (read) => bytes.push(read) })
    await isClosed(state)
    let count = 0
    for await (const group of table.rows) count += group.length
    expect(count).toBe(10_000)
    expect(bytes.length).toBeGreaterThan(5)
    expect(bytes.at(-1)).toBe(source.size)
    expect(bytes).toEqual(bytes.toSorted((a, b) => a - b))
    await isClosed(state)
  })

  test('is closed when nobody reads on, and when reading is given up', async () => {
    const { state, source } = counted(fileOf(await buffer(writeTable(kind, columns, rows())), 5000))
    const shape = await inspectFile(source)
    for await (const group of (await openTable(source, shape)).rows) if (group.length > 0) break
    await isClosed(state)
    const stop = new AbortController()
    const table = await openTable(source, shape, { signal: stop.signal })
    const read = async () => {
      for await (const group of table.rows) if (group.length > 0) stop.abort(new Error('given up'))
    }
    await expect(read()).rejects.toThrow('given up')
    await isClosed(state)
  })
})
