import { expect, test } from 'vitest'
import { toViewSearch, shownView } from './view-match.ts'
import type { View } from './view.schema.ts'

const at = new Date(0)
const aView = (id: string, search: Record<string, string>): View => ({
  id,
  list: 'books',
  name: id,
  isShared: false,
  isMine: true,
  sharedBy: null,
  search: { searchTerm: '', sort: 'title', ...search },
  version: 1,
  createdAt: at,
  updatedAt: at,
})
const params = (search: Record<string, string | undefined>) => ({ searchTerm: '', sort: 'title', ...search })

const untidy = aView('untidy', { genreId: 'none' })
const nameless = aView('nameless', { publisher: '' })
const copy = aView('copy', { genreId: 'none' })
const views = [untidy, nameless, copy]

test.each<[string, Record<string, string | undefined>, string | undefined, [string, boolean] | undefined]>([
  ['the one of the address', { genreId: 'none' }, 'copy', ['copy', false]],
  [
    'one that is the same, where the address has none',
    { genreId: 'none', publisher: undefined },
    undefined,
    ['untidy', false],
  ],
  ['the one of the address, changed', { genreId: 'none', sort: 'added' }, 'copy', ['copy', true]],
  ['another, if what was changed is the same', { publisher: '' }, 'untidy', ['nameless', false]],
  ['none of what is not saved', { searchTerm: 'atlas' }, undefined, undefined],
  ['none that is no more', { searchTerm: 'atlas' }, 'deleted', undefined],
  ['none of all books', {}, undefined, undefined],
])('The view that a list shows is %s', (_, search, id, expected) => {
  const shown = shownView(views, params(search), id)
  expect(shown && [shown.view.id, shown.isChanged]).toEqual(expected)
})

test('An empty filter is one, an absent one is not, and the term is trimmed', () => {
  expect(toViewSearch(params({ searchTerm: ' atlas ', publisher: '', genreId: undefined }))).toEqual({
    searchTerm: 'atlas',
    publisher: '',
    sort: 'title',
  })
})
