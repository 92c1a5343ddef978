import { existsSync, readFileSync } from 'node:fs'
import { csv, send, waitFor } from '../import-calls.ts'
import type { Maktaba } from '../maktaba.ts'
import { makePeople } from '../people.ts'

/** Imports the CSV file of BOOKS_CSV, or 10,000 generated books, through the API; returns how many were added. */
export async function importBooks(maktaba: Maktaba, dataDir: string): Promise<number> {
  const cookies = await makePeople(dataDir)
  const file = process.env.BOOKS_CSV ?? ''
  const body = existsSync(file) ? readFileSync(file, 'utf8') : csv(10_000, 1)
  const { id } = await send(maktaba, cookies, body)
  return (await waitFor(maktaba, cookies, id)).created
}
