import { expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { testLog } from '#test/http.ts'
import { db } from './connection/client.server.ts'
import { compactChangesJob } from './compact-changes.server.ts'
import { bookChange } from './tables/book-change.ts'

useDatabase()

const change = (times: number) => db.insert(bookChange).values(Array.from({ length: times }, () => ({ added: 1 })))
const rows = () => db.$count(bookChange)
const size = async () =>
  (await db.select({ added: bookChange.added }).from(bookChange)).reduce((sum, { added }) => sum + added, 0)

test('many changes are compacted at the start and later, until it is stopped; few are left alone', async () => {
  await db.delete(bookChange)
  await change(1000)
  const stop = compactChangesJob.start(testLog)
  await expect.poll(rows).toBe(1)
  await change(19)
  await change(1000)
  compactChangesJob.wake()
  await expect.poll(rows).toBe(1)
  expect(await size()).toBe(2019)
  await change(19)
  await stop()
  expect(await rows()).toBe(20)
  await change(1000)
  compactChangesJob.wake()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await rows()).toBe(1020)
})
