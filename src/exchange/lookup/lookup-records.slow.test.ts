import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { lookupAnswer, lookupSource } from '#base/db/tables/lookup.ts'
import type { LookupSource } from '#base/lib/lookup-sources.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { answerWith, KNOWN_ISBN, marcXml, SEVERAL_ISBN, sruAnswer, startCatalogues } from '#test/lookup-catalogues.ts'
import { lookupRouter } from './lookup.router.server.ts'

// Which record of an answer is taken, and what of it.

const catalogues = await startCatalogues()
afterAll(() => catalogues.close())
useEnv({ ...catalogues.settings, LOOKUP: 'dnb, k10plus, openlibrary' })
useDatabase()

let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
})
beforeEach(async () => {
  catalogues.answers.clear()
  await db.delete(lookupAnswer)
  await db.delete(lookupSource)
})

const answerOf = async (source: LookupSource, isbn = KNOWN_ISBN) =>
  (await manager.call(lookupRouter.find, { isbn })).sources.find((found) => found.source === source)

describe('a look-up', () => {
  test('of several records takes the fullest that names the ISBN', async () => {
    expect(await answerOf('k10plus', SEVERAL_ISBN)).toMatchObject({
      book: { title: 'Le dernier mot', author: 'Amel Mosteghanemi', publisher: 'Cérès' },
    })
    const other = marcXml([
      ['020', '  ', ['a', '9780000000002']],
      ['100', '1 ', ['a', 'Other, Ann']],
      ['245', '10', ['a', 'Another book']],
      ['264', ' 1', ['b', 'Elsewhere'], ['c', '2001']],
    ])
    const right = marcXml([
      ['020', '  ', ['a', '2-02-022942-0']],
      ['245', '10', ['a', 'Nedjma']],
    ])
    catalogues.answers.set('dnb', answerWith(sruAnswer([other, right])))
    expect(await answerOf('dnb')).toMatchObject({ book: { title: 'Nedjma' }, isOther: false })
  })

  test('says of a record with another ISBN alone that it is such a one, and of one without any nothing', async () => {
    const title: Parameters<typeof marcXml>[0][number] = ['245', '10', ['a', 'Another book']]
    const answered = async (...fields: Parameters<typeof marcXml>[0]) => {
      await db.delete(lookupAnswer)
      catalogues.answers.set('dnb', answerWith(sruAnswer([marcXml([...fields, title])])))
      return answerOf('dnb')
    }
    expect(await answered(['020', '  ', ['a', '9780140328721']], ['776', '08', ['z', KNOWN_ISBN]])).toMatchObject({
      book: { title: 'Another book' },
      isOther: true,
    })
    expect(await answered()).toMatchObject({ book: { title: 'Another book' }, isOther: false })
    // As the book has it, with a wrong check digit.
    expect(await answered(['020', '  ', ['a', '2020229421']])).toMatchObject({ isOther: false })
  })

  test('takes the volume before the set that has its ISBN too', async () => {
    const set = marcXml([
      ['020', '  ', ['a', '9780140328721']],
      ['020', '  ', ['a', KNOWN_ISBN]],
      ['100', '1 ', ['a', 'Reuter, Jana']],
      ['245', '10', ['a', 'Hannes Keil'], ['n', '[Gesamtausgabe]']],
      ['250', '  ', ['a', '1. Aufl.']],
      ['264', ' 1', ['b', 'Karl'], ['c', '1999-2007']],
      ['300', '  ', ['a', '7 Bde.']],
      ['520', '  ', ['a', 'Die ganze Reihe.']],
    ])
    const volume = marcXml([
      ['020', '  ', ['a', KNOWN_ISBN]],
      ['100', '1 ', ['a', 'Reuter, Jana']],
      ['245', '10', ['a', 'Hannes Keil'], ['n', 'Band 1'], ['p', 'Hannes Keil und der Stein']],
      ['300', '  ', ['a', '335 S.']],
    ])
    catalogues.answers.set('dnb', answerWith(sruAnswer([set, volume])))
    expect(await answerOf('dnb')).toMatchObject({
      book: { title: 'Hannes Keil. Band 1, Hannes Keil und der Stein', pages: 335 },
    })
  })

  test('reads of Open Library neither its own notes among the subjects nor quotes, and a short year', async () => {
    const details = {
      title: 'Seven nine',
      publishers: ['"Fisch, Inc."'],
      publish_date: '07/15/22',
      subjects: ['Fiction', 'fiction', 'nyt:series=x=2010', 'Accessible book', 'Protected DAISY', 'In library', 'Sea'],
      description: { type: '/type/text', value: 'About it.\n----------\n[1]: https://example.org' },
      series: ['Nines -- 2'],
    }
    catalogues.answers.set(
      'openlibrary',
      answerWith(JSON.stringify({ [`ISBN:${KNOWN_ISBN}`]: { details } }), 'application/json'),
    )
    expect((await answerOf('openlibrary'))?.book).toEqual({
      title: 'Seven nine',
      publisher: 'Fisch, Inc.',
      year: 2022,
      subjects: ['Fiction', 'Sea'],
      summary: 'About it.',
      series: 'Nines',
      volume: '2',
    })
  })
})
