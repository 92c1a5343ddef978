import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { eraseStoredCatalogue, readState, writeCatalogue } from '#catalogue/offline/catalogue-database.ts'
import { setPagePerson } from '#catalogue/offline/page-person.ts'
import { keepOwnLoans, recallOwnLoans } from './kept-own-loans.ts'

const KEY = ['own-loan', 'list']
const AT = Date.parse('2026-11-20T08:00:00Z')
const BOOK = {
  id: '01a1fc5f-3ab8-711d-bde4-965ef5d28911',
  title: 'Kusadikika',
  author: '',
  publisher: '',
  cover: null,
  genre: null,
}
const LOAN = {
  id: '01a1fc5f-3ab8-711d-bde4-965ef5d28912',
  number: '1',
  dueOn: '2999-12-09',
  isLate: false,
  renewal: 'possible',
  book: BOOK,
}
const OWN = {
  owed: [
    {
      id: '01a1fc5f-3ab8-711d-bde4-965ef5d28913',
      lostAt: new Date('2026-11-12T08:00:00Z'),
      copy: { id: BOOK.id, number: '3' },
      book: BOOK,
    },
  ],
  loans: [LOAN, { ...LOAN, id: BOOK.id, dueOn: '2026-11-21' }],
  holds: [],
}

let person: string | undefined
const signedIn = (next: string | undefined) => (person = next)

/** Another page of this device: what it recalls, and as of when. */
async function recalled(client = new QueryClient()) {
  await recallOwnLoans(client, KEY)
  const { data, dataUpdatedAt } = client.getQueryState(KEY) ?? {}
  return data === undefined ? undefined : { data, dataUpdatedAt }
}

async function keep(own: unknown, at = AT) {
  const client = new QueryClient()
  client.setQueryData(KEY, own, { updatedAt: at })
  await keepOwnLoans(client, KEY)
}

beforeEach(async () => {
  setPagePerson(() => person)
  signedIn('amina')
  await eraseStoredCatalogue()
  const { erasures } = await readState()
  await writeCatalogue({ personId: 'amina', version: '1', refreshedAt: AT }, undefined, erasures)
})

test('the own loans are recalled with their time; what has become late since is late', async () => {
  await keep(OWN)
  const [loan, late] = OWN.loans
  expect(await recalled()).toEqual({
    data: { ...OWN, loans: [loan, { ...late, isLate: true }] },
    dataUpdatedAt: AT,
  })
})

test('what a page has is not replaced by what is older', async () => {
  await keep(OWN)
  const client = new QueryClient()
  client.setQueryData(KEY, null)
  expect(await recalled(client)).toMatchObject({ data: null })
})

test('they are of one person, erased with the offline catalogue, and not kept without one', async () => {
  await keep(OWN)
  signedIn('juma')
  expect(await recalled()).toBeUndefined()
  await keep(null)
  signedIn('amina')
  expect(await recalled()).toBeDefined()
  await eraseStoredCatalogue()
  expect(await recalled()).toBeUndefined()
  await keep(OWN)
  const { erasures } = await readState()
  await writeCatalogue({ personId: 'amina', version: '1', refreshedAt: AT }, undefined, erasures)
  expect(await recalled()).toBeUndefined()
})

test('an answer of another form, as of an older build, is none', async () => {
  await keep({ lent: [] })
  expect(await recalled()).toBeUndefined()
})
