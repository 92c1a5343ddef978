import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { loan } from '#base/db/tables/loan.ts'
import { newId } from '#base/lib/id.ts'
import { aBorrower } from '#test/lending.ts'
import { LONG, refused, useCli } from './cli.test-kit.ts'

const { aFile, folder, maktaba } = useCli()

test('copies come from a file, and loans go to one, where the library lends', LONG, async () => {
  const file = await aFile('copies.csv', 'title,barcode,copies\nOne,A-1;A 2;bad!,4\n')
  const loans = join(folder(), 'loans.csv')
  const no = refused('This library does not lend: /manager/settings')
  expect(await maktaba('import', file, '--copies')).toEqual(no)
  expect(await maktaba('export', loans, '--loans')).toEqual(no)
  await storeLibrarySettings({ lending: true })
  const dry = await maktaba('import', file, '--copies', '--dry-run')
  expect(dry.stdout).toMatch(/^1 row read, 1 would be imported, .* 4 copies would be added, [\d.]+ s$/m)
  const { stdout } = await maktaba('import', file, '--copies')
  expect(stdout).toMatch(/^Columns: title from "title", copies from "copies", copyNumber from "barcode"\n/)
  expect(stdout).toContain('row 2: Copy numbers: “bad!” is left out, since it cannot be read\n')
  expect(stdout).toMatch(/^1 row read, 1 imported, .* 4 copies added, [\d.]+ s$/m)
  expect((await maktaba('import', file)).stdout).toMatch(/ 1 already there, 0 refused, 0 genres added, [\d.]+ s\n$/)
  const none = await maktaba('import', await aFile('none.csv', 'title,place\nTwo,Hall\n'), '--copies')
  expect(none).toEqual(
    refused('none.csv: no column is known to give copies: found title, place; say --map copyNumber=Column'),
  )
  const [one] = await db.select().from(copy).limit(1)
  const { id: borrowerId, card } = await aBorrower()
  const lent = { copyId: one?.id ?? '', borrowerId, lentAt: new Date(), dueOn: '2026-12-09', actId: newId() }
  await db.insert(loan).values(lent)
  expect(await maktaba('export', loans, '--loans')).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(await readFile(loans, 'utf8')).toContain(
    `${one?.number},One,${card},,${lent.lentAt.toISOString()},2026-12-09,`,
  )
  expect((await maktaba('export', loans, '--loans', '--search', 'x')).code).toBe(2)
})

// Where even root may make no file.
test.skipIf(!existsSync('/sys/kernel'))('where a file may not be written, the shell writes it', LONG, async () => {
  expect(await maktaba('export', '/sys/books.csv')).toEqual(
    refused(
      '/sys/books.csv: no permission to write it; "export --format csv - > /sys/books.csv" lets your shell write it',
    ),
  )
})
