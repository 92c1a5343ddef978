import { zipOf } from '#base/formats/xlsx/xlsx.test-kit.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { dropFile } from './drop-file.ts'
import { testWith } from './own-server.ts'
import { expect, heading, open } from './test.ts'

const test = testWith(async () => ({ SEED: 'sample' })).extend({
  storageState: async ({ server }, use) => use(await server.managerState()),
})

const HEADING = 'Nom;Prénom;Classe;Né(e) le;Matricule\n'

test(
  'A class list is dropped on Import or on Borrowers, taken in row by row as chosen, and undone',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    const start = (count: number) =>
      page.getByRole('button', {
        name: w('import_start', { books: w('class_list_changes', { count, shown: String(count) }) }),
        exact: true,
      })
    const rows = page.getByRole('table').getByRole('rowgroup').last().getByRole('row')
    const kind = (key: 'class_list_moved' | 'class_list_absent' | 'import_result_created', count: number) =>
      page.getByRole('button', { name: `${w(key)} ${count}`, exact: true })

    await open(page, '/manager/import')
    await dropFile(
      page,
      'eleves.csv',
      `${HEADING}SOW;Aliou;6e D;12/03/2014;901\nBA;Astou;6e D;;902\nFALL;Omar;6e D;;903\n`,
    )
    await expect(heading(page)).toHaveText('eleves.csv')
    // It belongs to the borrowers, not to the imports of books.
    const navigation = page.getByRole('navigation', { name: w('nav_label') })
    await expect(navigation.locator('[aria-current=page]')).toHaveText(new RegExp(w('borrower_list')))
    await expect(page.getByText(w('class_list_births', { columns: 'Né(e) le' }))).toBeVisible()
    await expect(rows.filter({ hasText: 'Aliou Sow' })).toContainText(w('class_list_new_class'))
    await start(3).click()
    await page.getByRole('link', { name: w('class_list_show') }).click()
    await expect(heading(page)).toHaveText(w('borrower_list'))
    await expect(page.getByRole('row').filter({ hasText: 'Astou Ba' })).toContainText('6e D')

    await dropFile(page, 'eleves-2.csv', `${HEADING}SOW;Aliou;5e D;;901\nBA;Astou;6e D;;902\nNDIAYE;Fatou;6e D;;904\n`)
    await expect(heading(page)).toHaveText('eleves-2.csv')
    await expect(page.getByText(w('class_list_absent_text', { count: '1' }))).toBeVisible()
    await kind('class_list_absent', 1).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Omar Fall')
    await kind('class_list_moved', 1).click()
    await expect(rows).toContainText('Aliou Sow')
    await start(2).waitFor()
    await rows.getByRole('button', { name: w('class_list_leave_out_row', { name: isolated('Aliou Sow') }) }).click()
    await expect(start(1)).toBeVisible()
    await rows.getByRole('button', { name: w('class_list_take_in_row', { name: isolated('Aliou Sow') }) }).click()
    await start(2).click()
    await page.getByRole('button', { name: w('import_undo') }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(w('class_list_undo_deleted', { count: '1' }))
    await dialog.getByRole('button', { name: w('import_undo') }).click()
    await expect(page.getByText(w('class_list_undone_restored', { count: '1' }))).toBeVisible()
    await open(page, '/manager/borrowers?searchTerm=Aliou Sow')
    await expect(page.getByRole('row').filter({ hasText: 'Aliou Sow' })).toContainText('6e D')
  },
)

test(
  'A class list that leaves most absent is confirmed before it is imported; there is nothing to confirm where it changes nothing',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    const start = (count: number) =>
      page.getByRole('button', {
        name: w('import_start', { books: w('class_list_changes', { count, shown: String(count) }) }),
        exact: true,
      })
    const confirmation = page.getByLabel(w('class_list_confirm'))
    const listOf = (...names: string[]) => HEADING + names.map((name, at) => `${name};Awa;6e Z;;Z${at}\n`).join('')
    const class6 = ['DIOP', 'SARR', 'GUEYE', 'SECK', 'NIANG', 'FAYE']

    await open(page, '/manager/borrowers')
    await dropFile(page, 'whole.csv', listOf(...class6))
    await start(6).click()
    await page.getByRole('link', { name: w('class_list_show') }).click()
    await expect(heading(page)).toHaveText(w('borrower_list'))

    await dropFile(page, 'part.csv', listOf('DIOP'))
    await expect(heading(page)).toHaveText('part.csv')
    await expect(page.getByText(w('class_list_doubtful'))).toBeVisible()
    await expect(page.getByRole('button', { name: w('import_start_none') })).toBeDisabled()
    await expect(confirmation).toHaveCount(0)

    await open(page, '/manager/borrowers')
    await dropFile(page, 'changed.csv', listOf('DIOUF'))
    await expect(heading(page)).toHaveText('changed.csv')
    await expect(start(1)).toBeDisabled()
    await confirmation.check()
    await start(1).click()
    await expect(page.getByRole('link', { name: w('class_list_show') })).toBeVisible()
  },
)

test(
  'A list of books dropped on Borrowers is offered as an import of books, with one press',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 400/)
    await open(page, '/manager/borrowers')
    await dropFile(page, 'livres.csv', 'Titre;Auteur;ISBN\nUne si longue lettre;Mariama Bâ;\n')
    await expect(page.getByRole('alert')).toContainText(w('import_looks_like_books'))
    await page.getByRole('button', { name: w('import_as_books') }).click()
    await expect(heading(page)).toHaveText('livres.csv')
    await expect(page.getByRole('row').filter({ hasText: 'Une si longue lettre' })).toBeVisible()
    const navigation = page.getByRole('navigation', { name: w('nav_label') })
    await expect(navigation.locator('[aria-current=page]')).toHaveText(new RegExp(w('import_title')))
  },
)

test(
  'A OneRoster ZIP file is chosen on Borrowers and says what it leaves out; one without people says what is missing',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 400/)
    const give = async (name: string, parts: Record<string, string>) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer: await zipOf(parts) })
    const classes = 'sourcedId,status,title,classType\nk1,active,7A,homeroom\nm,active,Maths,scheduled\n'
    await open(page, '/manager/borrowers')
    await page.getByRole('button', { name: w('class_list'), exact: true }).click()
    await give('classes.zip', { 'classes.csv': classes })
    await expect(page.getByRole('alert')).toContainText(
      w('class_list_zip_no_people', { files: isolated('classes.csv') }),
    )
    await give('roster.zip', {
      'classes.csv': classes,
      'users.csv':
        'sourcedId,status,givenName,familyName,identifier\nu1,active,Neema,WANJIRU,701\nu2,active,Omar,Fall,702\nu3,active,Parent,Fall,703\nu4,tobedeleted,Eva,Sy,704\n',
      'roles.csv': 'userSourcedId,roleType,role\nu1,primary,student\nu2,primary,teacher\nu3,primary,guardian\n',
      'enrollments.csv': 'classSourcedId,userSourcedId,role\nk1,u1,student\nm,u1,student\nm,u2,teacher\n',
    })
    await expect(heading(page)).toHaveText('roster.zip')
    for (const key of ['class_list_roster_several', 'class_list_roster_families', 'class_list_roster_ended'] as const)
      await expect(page.getByText(w(key, { count: '1' }))).toBeVisible()
    const rows = page.getByRole('table').getByRole('rowgroup').last().getByRole('row')
    await expect(rows).toHaveCount(2)
    await expect(rows.filter({ hasText: 'Neema Wanjiru' })).toContainText('7A')
    const changes = w('class_list_changes', { count: 2, shown: '2' })
    await page.getByRole('button', { name: w('import_start', { books: changes }), exact: true }).click()
    await expect(page.getByRole('link', { name: w('class_list_show') })).toBeVisible()
  },
)
