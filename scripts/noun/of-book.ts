/** A change of a file: the text that stands there once, and what stands in its place. */
type Change = readonly [before: string, after: string]

const FILTER = '{ ...input, filter: NO_FILTER'
const OF_BOOK = '{ ...input, filter: shelvesOfBook(input)'
const ID = "  bookId: withDescription(z.uuid(), 'Id of the book that it belongs to.', EXAMPLE_ID),\n"

/**
 * What is otherwise where a noun belongs to a book (`--of book`), in the words of the template: it has the id of its book,
 * is added and listed on the page of the book, goes with it and comes back with it. Files of its own are in
 * `template/of-book`.
 */
const CHANGES_OF_BOOK: Readonly<Record<string, readonly Change[]>> = {
  'src/base/db/tables/shelf.ts': [
    ['pgTable, text, unique }', 'pgTable, text, unique, uuid }'],
    ['import { bytes, changeTable', "import { book } from './book.ts'\nimport { bytes, changeTable"],
    [
      '    name: text().notNull(),\n',
      `    bookId: uuid()
      .notNull()
      .references(() => book.id, { onDelete: 'cascade' }),
    name: text().notNull(),
`,
    ],
    // Also finds the rows of a book.
    [
      "unique('shelf_name_unique').on(table.nameHash)",
      "unique('shelf_book_name_unique').on(table.bookId, table.nameHash)",
    ],
    ['  shelf_name_unique: {', '  shelf_book_name_unique: {'],
    [
      'ConstraintErrors = {\n',
      "ConstraintErrors = {\n  // The book was deleted meanwhile.\n  shelf_book_id_book_id_fk: { code: 'NOT_FOUND' },\n",
    ],
    [
      "export const shelfChange = changeTable('shelf_change')\n",
      `export const shelfChange = changeTable('shelf_change')

/** The book with which it goes and comes back, and the name that a book has once: where books are merged, the second gets a number. */
export const shelfParent = { table: book, column: shelf.bookId, name: shelf.name }
`,
    ],
  ],
  'src/base/db/noun-tables.server.ts': [
    ['shelfConstraints } from', 'shelfConstraints, shelfParent } from'],
    [
      '  shelf: { table: shelf, constraints: shelfConstraints, changes: shelfChange, isRestorable: true },\n',
      `  shelf: {
    table: shelf,
    constraints: shelfConstraints,
    changes: shelfChange,
    isRestorable: true,
    parent: shelfParent,
  },
`,
    ],
  ],
  'src/catalogue/book/book.noun.ts': [["shownBy: ['genre', 'duplicate'", "shownBy: ['genre', 'duplicate', 'shelf'"]],
  'src/catalogue/book/manager/book-page.tsx': [
    ['import { m } from', "import { BookShelves } from '#catalogue/shelf/shared/book-shelves.tsx'\nimport { m } from"],
    ['        <ActivityPanel\n', '        <BookShelves id={id} />\n        <ActivityPanel\n'],
  ],
  'src/catalogue/shelf/shelf.schema.ts': [
    [
      '/** A shelf as it is read. */',
      `/** A new shelf. It stays with its book. */
export const shelfNewSchema = withSchemaName(
  'ShelfInput',
  'The fields of a new shelf, and its book. Texts are trimmed before their length counts.',
  z.extend(shelfInputSchema, {
  ${ID}  }),
)

/** A shelf as it is read. */`,
    ],
    ['    ...writtenFields(', `  ${ID}    ...writtenFields(`],
    [
      'shelfFilterSchema = z.strictObject({\n',
      "shelfFilterSchema = z.strictObject({\n  bookId: z.optional(withDescription(z.uuid(), 'Only those of this book.', EXAMPLE_ID)),\n",
    ],
  ],
  'src/catalogue/shelf/shelf-search.schema.ts': [
    [
      '  searchTerm: typedTermSchema,\n',
      '  searchTerm: typedTermSchema,\n  bookId: z.catch(z.optional(z.uuid()), undefined),\n',
    ],
  ],
  'src/catalogue/shelf/shelf-list.server.ts': [
    ['import { defineList }', "import { filtersOf } from '#base/db/list/filter.server.ts'\nimport { defineList }"],
    ['import type { Shelf }', 'import type { Shelf, ShelfFilter }'],
    [
      '/** One shelf; NOT_FOUND',
      `/** Only the shelves of a book. */
export const shelvesOfBook = filtersOf<Omit<ShelfFilter, 'searchTerm'>>({
  bookId: (id) => eq(shelf.bookId, id),
})

/** One shelf; NOT_FOUND`,
    ],
  ],
  'src/catalogue/shelf/shelf.router.server.ts': [
    ['import { countRows, NO_FILTER }', 'import { countRows }'],
    ['import { findShelf, shelvesList }', 'import { findShelf, shelvesList, shelvesOfBook }'],
    [`pageWithTotal(shelvesList, ${FILTER}`, `pageWithTotal(shelvesList, ${OF_BOOK}`],
    [`quickPage(shelvesList, ${FILTER}`, `quickPage(shelvesList, ${OF_BOOK}`],
    [`countRows(shelvesList, ${FILTER}`, `countRows(shelvesList, ${OF_BOOK}`],
    ['  shelfListSchema,\n', '  shelfListSchema,\n  shelfNewSchema,\n'],
    [
      'Adds a shelf. NAME_TAKEN at `name`.',
      'Adds a shelf to a book. NAME_TAKEN at `name`, NOT_FOUND without the book.',
    ],
    ['  .input(shelfInputSchema)\n', '  .input(shelfNewSchema)\n'],
  ],
  'src/catalogue/shelf/shelf.data.ts': [
    ['shelfInputSchema, ShelfListInput,', 'ShelfListInput, shelfNewSchema,'],
    ['z.input<typeof shelfInputSchema>', 'z.input<typeof shelfNewSchema>'],
  ],
  'src/catalogue/shelf/shelf-edit-page.tsx': [
    [
      'const EDITED: EditedNoun<Shelf, ShelfInput> = {',
      'const edited = (bookId: string): EditedNoun<Shelf, ShelfInput> => ({',
    ],
    ['createShelf({ data: input })', 'createShelf({ data: { ...input, bookId } })'],
    ['gone: m.shelf_gone },\n}', 'gone: m.shelf_gone },\n})'],
    ['noun={EDITED} row={shelf}', 'noun={edited(shelf.bookId)} row={shelf}'],
    [
      '/** Adds a shelf. */\nexport const ShelfNewPage = () => <RowEditPage noun={EDITED} row={undefined} />',
      `/** Adds a shelf to a book. */
export const ShelfNewPage = ({ bookId }: { bookId: string }) => <RowEditPage noun={edited(bookId)} row={undefined} />`,
    ],
  ],
  'src/catalogue/shelf/shelf-page.tsx': [
    ['import { FieldList }', "import { Link } from '@tanstack/react-router'\nimport { FieldList }"],
    ['import { removeShelf,', "import { rowActionClass } from '#base/ui/panel.tsx'\nimport { removeShelf,"],
    [
      '      <FieldList',
      `      <Link to="/manager/books/$id" params={{ id: shelf.bookId }} className={\`\${rowActionClass} -ms-2\`}>
        {m.shelf_to_book()}
      </Link>
      <FieldList`,
    ],
  ],
  'src/catalogue/shelf/shelf-list-page.tsx': [
    ['toNew="/manager/shelves/new"', 'toNew="/manager/books"'],
    ['<Link to="/manager/shelves/new"', '<Link to="/manager/books"'],
    [
      'filters={[]}',
      `filters={[
        // Set on the page of a book, and taken away here.
        { name: 'bookId', value: search.bookId, label: m.shelf_of_book(), all: '', options: [], control: () => null },
      ]}`,
    ],
  ],
  'src/routes/manager/shelves/index.tsx': [
    [
      '({ search: { searchTerm, sort } }) => ({ searchTerm, sort })',
      '({ search: { searchTerm, bookId, sort } }) => ({ searchTerm, bookId, sort })',
    ],
  ],
  'src/catalogue/shelf/shelf.router.test.ts': [
    [
      'import { undoRouter }',
      "import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'\nimport { bookTrashRouter } from '#catalogue/book/trash/book-trash.router.server.ts'\nimport { duplicateRouter } from '#exchange/duplicate/duplicate.router.server.ts'\nimport { undoRouter }",
    ],
    ['import { shelfRouter }', "import { aBook } from '#test/factories.ts'\nimport { shelfRouter }"],
    ['fields: { name?: string; note?: string }', 'fields: { name?: string; note?: string; bookId?: string }'],
    ['const add = (manager', 'const add = async (manager'],
    [
      `test('A name exists once, whatever its case and accents', async () => {
  const manager = await as('manager')
  await add(manager, { name: 'Éthiopie' })
  await expect(add(manager, { name: 'ethiopie' }))`,
      `test('A name exists once in a book, whatever its case and accents', async () => {
  const manager = await as('manager')
  const { bookId } = await add(manager, { name: 'Éthiopie' })
  expect(await add(manager, { name: 'Éthiopie' })).not.toMatchObject({ bookId })
  await expect(add(manager, { bookId, name: 'ethiopie' }))`,
    ],
    [
      'return manager.call(shelfRouter.create, { name: `Shelf ${made}`, ...fields })',
      'const { id: bookId } = await aBook()\n  return manager.call(shelfRouter.create, { name: `Shelf ${made}`, bookId, ...fields })',
    ],
    ['  const post = () =>', '  const { id: bookId } = await aBook()\n  const post = () =>'],
    ["{ name: 'By REST' }", "{ name: 'By REST', bookId }"],
    [
      "test('It is for managers'",
      `test('Where books are merged, of two with one name the second gets a number behind it', async () => {
  const manager = await as('manager')
  const [one, other] = [await aBook(), await aBook()]
  for (const { id: bookId } of [one, other])
    for (const name of ['Front', 'front (2)']) await manager.call(shelfRouter.create, { name, bookId })
  const books = [
    { id: one.id, version: 1 },
    { id: other.id, version: 1 },
  ]
  await manager.call(duplicateRouter.merge, { books, keep: other.id })
  const { items } = await manager.call(shelfRouter.list, { bookId: other.id })
  expect(items.map(({ name }) => name)).toEqual(['Front', 'front (2)', 'front (2) (2)', 'Front (3)'])
})

test('It is listed by its book, goes with it, comes back with it, and is handed over', async () => {
  const manager = await as('manager')
  const [one, other] = [await aBook(), await aBook()]
  const added = await manager.call(shelfRouter.create, { name: 'Of a book', bookId: one.id })
  expect((await manager.call(shelfRouter.list, { bookId: one.id })).items).toEqual([added])
  expect(await manager.call(shelfRouter.count, { bookId: other.id })).toEqual({ total: 0 })
  const gone = await manager.call(shelfRouter.create, { name: 'Deleted before its book', bookId: one.id })
  await manager.call(shelfRouter.remove, { id: gone.id, version: 1 })
  await manager.call(bookEditRouter.remove, { id: one.id, version: 1 })
  const get = () => manager.call(shelfRouter.get, { id: added.id })
  await expect(get()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await manager.call(bookTrashRouter.restore, { ids: [one.id] })
  expect(await get()).toMatchObject({ name: 'Of a book', bookId: one.id, version: 2 })
  expect(await manager.call(shelfRouter.count, { bookId: one.id })).toEqual({ total: 1 })
  const [deletion] = (await manager.call(activityRouter.of, { kind: 'shelf', id: gone.id })).items
  await manager.call(undoRouter.undo, { id: String(deletion?.id) })
  expect(await manager.call(shelfRouter.count, { bookId: one.id })).toEqual({ total: 2 })
  const books = [
    { id: one.id, version: 2 },
    { id: other.id, version: 1 },
  ]
  await manager.call(duplicateRouter.merge, { books, keep: other.id })
  expect(await get()).toMatchObject({ bookId: other.id })
  await expect(manager.call(shelfRouter.create, { name: 'No', bookId: one.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('It is for managers'`,
    ],
  ],
  'e2e/shelf.journey.ts': [
    [
      "  await open(page, '/manager/shelves')\n",
      "  await open(page, '/manager/books')\n  await page.getByRole('row').getByRole('link').first().click()\n",
    ],
  ],
}

/** Files of the project that know the nouns of a book. */
export const CHANGED_OF_BOOK = [
  'src/base/db/noun-tables.server.ts',
  'src/catalogue/book/book.noun.ts',
  'src/catalogue/book/manager/book-page.tsx',
]

/** The changed text, in other names than the template's; throws where one of the changes no longer fits. */
export const changed = (file: string, text: string, name = (one: string): string => one): string =>
  (CHANGES_OF_BOOK[file] ?? []).reduce((before, change) => {
    const [from, to] = change.map(name)
    if (from === undefined || before.split(from).length !== 2) throw new Error(`${file} has not once: ${from}`)
    return before.replace(from, () => to ?? '')
  }, text)
