import { isProcedure } from '@orpc/server'
import { expect, test } from 'vitest'
import { api } from '#api.server.ts'
import { definitionOf } from './definition-of.ts'
import type { ProcedureMeta } from './procedure.server.ts'

const lagging = Object.entries(api)
  .flatMap(([noun, router]) => Object.entries(router).map(([name, one]) => [`${noun}.${name}`, one] as const))
  .flatMap(([name, one]) => {
    if (!isProcedure(one)) return []
    const { meta, route }: { meta: ProcedureMeta; route: { method?: string } } = definitionOf(one)
    return meta.mayLag === true ? [{ name, method: route.method ?? 'GET' }] : []
  })

test('lists and searches alone are read from the replica; all else needs what is so now', () => {
  expect(lagging.map(({ name }) => name).toSorted()).toEqual([
    'activity.lines',
    'activity.list',
    'activity.of',
    'book.count',
    'book.list',
    'book.listLanguages',
    'book.listLetters',
    'book.listNew',
    'book.listOtherLanguageNames',
    'book.listPage',
    'book.listRelated',
    'book.listSimilar',
    'book.listSummaries',
    'book.nameLanguages',
    'book.suggest',
    'user.count',
    'user.list',
    'user.listPage',
  ])
})

test('none of them changes anything, so it may be run twice', () => {
  expect(lagging.filter(({ method }) => method !== 'GET')).toEqual([])
})
