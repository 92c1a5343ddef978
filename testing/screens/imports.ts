import { DONATION, importEnds, sendImport, startImport } from '../imports-api.ts'
import { open } from '../sign-in.ts'
import { answer, ask, expect, press, see, seeText, type Area, type Visit } from './screen.ts'

const LIST = '/manager/import'

const many = (count: number): string =>
  `title,author\n${Array.from({ length: count }, (_, at) => `Report ${at} of ${crypto.randomUUID()},The ministry\n`).join('')}`

/** A list with copies of books that are here and of a new one, and numbers that are wrong. */
const COPIES = `Titre,Auteur,Code-barres,Exemplaires,Emplacement
Nedjma,Kateb Yacine,INV-1;INV-2,,Grande salle
Les Misérables,Victor Hugo,INV-3;n° 4,,Grande salle
Les Misérables,Victor Hugo,INV-1,,Grande salle
Une si longue lettre de Thiès,Mariama Bâ,,3,Annexe
`

/** Sends a file; returns the address of its import. */
const send =
  (text: string, filename = 'donation-2026.csv') =>
  async ({ page }: Visit): Promise<string> =>
    `${LIST}/${(await sendImport(page, text, filename)).id}`

/** Imports a file with a book that is new each time; returns the import's id. */
async function importBooks({ page }: Visit): Promise<string> {
  const text = DONATION.replaceAll('Une si', `Une ${crypto.randomUUID().slice(0, 4)} si`)
  const { id } = await sendImport(page, text, 'donation-2026.csv')
  await startImport(page, id)
  await importEnds(page, id)
  return id
}

const seeTable = ({ page }: Visit) => expect(page.getByRole('table')).toBeVisible()

/** The import of files, from the drop zone to the undo. */
export const IMPORTS: readonly Area[] = [
  {
    person: 'admin',
    screens: [
      {
        name: 'manager-import-refused',
        path: LIST,
        act: async ({ page }) => {
          await page.locator('input[type=file]').setInputFiles({
            name: 'قائمة الكتب.pdf',
            mimeType: 'text/csv',
            buffer: Buffer.from('%PDF-1.7\n'),
          })
          await expect(page.getByRole('alert').first()).toContainText('PDF')
        },
      },
      {
        name: 'manager-import-preview',
        axe: 'both',
        path: send(DONATION),
        act: [
          seeTable,
          // Similar books are counted when the page is there.
          ({ page, w }) => expect(page.getByRole('button', { name: w('import_result_similar') })).toContainText('1'),
        ],
      },
      {
        name: 'manager-import-copies',
        path: send(COPIES, 'barcodes.csv'),
        act: [seeTable, ({ page, w }) => expect(page.getByText(w('import_copies_new', { count: '6' }))).toBeVisible()],
      },
      {
        name: 'manager-import-columns',
        path: send('Naam,Wie\nMax Havelaar,Multatuli\n', 'lijst.csv'),
        act: seeText('import_title_needed'),
      },
      {
        name: 'manager-import-running',
        path: async ({ page }) => {
          const { id } = await sendImport(page, many(20_000), 'reports.csv')
          await startImport(page, id)
          return `${LIST}/${id}`
        },
        act: [press('import_pause'), see('import_resume')],
      },
      {
        name: 'manager-import-report',
        axe: 'both',
        path: async (visit) => `${LIST}/${await importBooks(visit)}`,
        act: seeTable,
        next: [
          {
            name: 'manager-import-undo',
            act: ask('import_undo'),
            next: [
              {
                name: 'manager-import-undone',
                act: async (visit) => {
                  const { page, w } = visit
                  await answer('import_undo')(visit)
                  await expect(async () => {
                    await open(page, page.url())
                    await expect(page.getByText(w('import_state_undone'), { exact: true })).toBeVisible({
                      timeout: 500,
                    })
                  }).toPass({ timeout: 10_000 })
                },
              },
            ],
          },
        ],
      },
      {
        name: 'manager-import-list',
        axe: 'both',
        path: async (visit) => {
          await importBooks(visit)
          await send(DONATION, 'قائمة التبرعات.csv')(visit)
          return LIST
        },
        act: ({ page }) => expect(page.getByRole('main').getByRole('listitem').nth(1)).toBeVisible(),
      },
      { name: 'manager-import-books', path: async (visit) => `/manager/books?importId=${await importBooks(visit)}` },
    ],
  },
]
