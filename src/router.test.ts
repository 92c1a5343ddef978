import { createMemoryHistory } from '@tanstack/react-router'
import * as fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { RECORDED_TABLES } from '#base/db/noun-tables.server.ts'
import type { Noun } from '#base/lib/noun.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { NOUNS, RECORDED, type RecordedNoun } from '#nouns.ts'
import { inRequest } from '#test/callers.ts'
import { getRouter } from './router.tsx'

/** Text that another reading would take for a number, a boolean, a list or the syntax of an address. */
const ODD = [
  '1984 2666 10 0 -1 007 1e3 1E+3 0x10 9780439023481 Infinity NaN true false null undefined "x" "1984" [1] ["a"] {}',
  '{"a":1} \'Tis % 100% %31984 %00 a&b=c a=b ? #GIRLBOSS + a+b \\ / //evil.example __proto__ constructor',
  'الأيام ١٩٨٤ \u202Eabc 本 👩‍👩‍👧 é e\u0301',
].flatMap((line) => line.split(' '))
const oddText = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.double().map(String),
  fc.json({ maxDepth: 1 }),
)

/** Parameters that take any text of one line. */
const FREE_TEXT = new Set(['searchTerm', 'newEmail', 'redirect', 'error', 'email'])

const schemaOf = z.object({ shape: z.record(z.string(), z.custom<z.ZodMiniType>()) })

/** A router as one request has it. */
const router = inRequest(getRouter)
router.update({ ...router.options, history: createMemoryHistory() })

/** Every route that has search parameters, with the schema of each. */
const routes = Object.values(router.routesById).flatMap(({ fullPath, options: { validateSearch } }) => {
  const schema = schemaOf.safeParse(validateSearch)
  return schema.success ? [{ path: fullPath, shape: schema.data.shape }] : []
})
const parameters = routes.flatMap(({ path, shape }) =>
  Object.entries(shape).map(([key, schema]) => ({ path, key, schema })),
)

/** The search parameters that a page is given at an address. */
const searchAt = (href: string): Record<string, unknown> =>
  router.matchRoutes(router.parseLocation(createMemoryHistory({ initialEntries: [href] }).location)).at(-1)?.search ??
  {}

/** Slots that no route names, since what stands in them is seen only after a press, or is only looked at. */
const LATER = [
  // In a dialog or on a page about something deleted.
  'bookCollisionActions',
  // In a bar that comes with the first selected row.
  'borrowerSelectionActions',
  // On pages of readers, which wait for no such code on a slow line: a card with links, and a number at a tab.
  'homeNews',
  'readerTabMarks',
]

test('each slot is named by a route, so that its code is there before a page is taken over by its script', () => {
  const modules = import.meta.glob<Record<string, object>>('./**/*.slots.ts', { eager: true })
  const slots = Object.values(modules).flatMap((module) => Object.entries(module))
  const named = new Set<object>(
    Object.values(router.routesById).flatMap(({ options }) => [...(options.staticData?.slots ?? [])]),
  )
  const unnamed = slots.filter(([, slot]) => 'Parts' in slot && !named.has(slot)).map(([name]) => name)
  expect(unnamed.toSorted()).toEqual(LATER)
})

describe('search parameters', () => {
  test('are known of these routes', () => {
    const others = [
      '/app/',
      '/app/account',
      '/app/books/',
      '/login/',
      '/login/demo',
      '/login/card',
      '/login/error',
      '/login/not-me',
      '/login/social',
      '/login/verify',
      '/manager/account',
      '/manager/activity/',
      '/manager/activity/security',
      '/manager/books/deleted',
      '/manager/borrowers/accounts',
      '/manager/borrowers/certificates',
      '/manager/borrowers/trash',
      '/manager/copies/trash',
      '/manager/duplicates',
      '/manager/holds',
      '/manager/labels',
      '/manager/letters',
      '/manager/overdue',
      '/manager/statistics',
      '/manager/users/deleted',
      '/onboarding',
    ]
    const pathOf = (noun: RecordedNoun) => {
      const declared: Noun = NOUNS[noun]
      return declared.manager ? [declared.manager.to] : []
    }
    const lists = RECORDED.flatMap(pathOf).map((path) => `${path}/`)
    // The form of what belongs to another noun's row; copies are added on the page of their book.
    const forms = RECORDED.filter((noun) => 'parent' in RECORDED_TABLES[noun] && noun !== 'copy')
      .flatMap(pathOf)
      .map((path) => `${path}/new`)
    expect(routes.map(({ path }) => path).toSorted()).toEqual([...others, ...lists, ...forms].toSorted())
  })

  test.each(parameters)('$path takes `$key` as it was typed, by hand and by link', ({ path, key, schema }) => {
    fc.assert(
      fc.property(oddText, (text) => {
        const expected = z.parse(schema, text)
        expect(searchAt(`${path}?${new URLSearchParams({ [key]: text })}`)[key]).toBe(expected)
        const link = router.buildLocation({ to: path, search: { [key]: text } } as never)
        expect(searchAt(link.href)[key]).toBe(expected)
      }),
      { numRuns: 100, examples: ODD.map((text): [string] => [text]) },
    )
  })

  test.each(parameters.filter(({ key }) => FREE_TEXT.has(key)))('$path: no text is lost of `$key`', ({ path, key }) => {
    for (const text of ODD) expect(searchAt(`${path}?${new URLSearchParams({ [key]: text })}`)[key]).toBe(text)
  })

  test('that are repeated are no text', () => {
    expect(searchAt('/app/books?searchTerm=a&searchTerm=b')).toMatchObject({ searchTerm: '' })
  })
})

test('A page that is not found is answered by its own route: the page of the root has another frame in the browser than on the server', () => {
  const folder = join(projectRoot, 'src', 'routes')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const throwing = files.filter((file) => readFileSync(join(folder, file), 'utf8').includes('throwNotFound('))
  expect(throwing.length).toBeGreaterThan(5)
  expect(throwing.filter((file) => !readFileSync(join(folder, file), 'utf8').includes('notFoundComponent'))).toEqual([])
})
