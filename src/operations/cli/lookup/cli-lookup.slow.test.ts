import { afterAll, expect, test } from 'vitest'
import { KNOWN_ISBN, startCatalogues } from '#test/lookup-catalogues.ts'
import { answerOf, LONG, refused, useCli } from '../cli.test-kit.ts'

const { start } = useCli()
const catalogues = await startCatalogues()
afterAll(() => catalogues.close())
const lookup = (LOOKUP: string, ...isbns: string[]) =>
  answerOf(start(['lookup', ...isbns], { LOOKUP, ...catalogues.settings }))

test('says what each source knows of each ISBN', LONG, async () => {
  const { code, stdout, stderr } = await lookup('openlibrary,bnf', '2-02-022942-0')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(
    new RegExp(
      `^${KNOWN_ISBN}\\n  Open Library\\n    Title: +Nedjma\\n.*  Bibliothèque nationale de France\\n    Title: +Nedjma: roman\\n`,
      's',
    ),
  )
  expect(await lookup('dnb', '9789966251237')).toEqual({
    code: 10,
    stdout: '9789966251237\n  Not known to DNB.\n',
    stderr: '',
  })
  catalogues.answers.set('dnb', (response) => void response.writeHead(500).end())
  expect(await lookup('dnb', '9780140328721')).toEqual({
    code: 1,
    stdout: '9780140328721\n  DNB answered with an error.\n',
    stderr: '',
  })
})

test('asks nobody without LOOKUP, or for what is no ISBN', LONG, async () => {
  catalogues.asked.length = 0
  expect(await lookup('', KNOWN_ISBN)).toEqual(
    refused('LOOKUP is not set: set it to those that may be asked, of dnb, bnf, k10plus, openlibrary'),
  )
  expect(await lookup('dnb', KNOWN_ISBN, '12')).toEqual(refused('12 is no ISBN'))
  expect((await lookup('google', KNOWN_ISBN)).stderr).toContain('LOOKUP is "google": allowed are dnb,')
  expect(catalogues.asked).toEqual([])
})
