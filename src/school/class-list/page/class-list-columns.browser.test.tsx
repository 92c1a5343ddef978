import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { ClassListColumns } from './class-list-columns.tsx'

const item = {
  header: ['Nom et prénom', 'Classe', ''],
  examples: [['Awa Sarr'], ['6e A'], ['S-1']],
}
const show = (columns: Record<string, number>) =>
  renderPage(<ClassListColumns item={item} columns={columns} onChange={() => undefined} />)
const choices = () => page.getByRole('combobox')
const other = () => page.getByRole('button', { name: m.class_list_columns_change() })

test('On a phone the choice of columns is folded to what is read; a press shows it', async () => {
  await page.viewport(390, 844)
  await show({ name: 0, class: 1, schoolNumber: 2 })
  await expect.element(other()).toBeVisible()
  for (const text of ['Nom et prénom', 'Classe', m.import_column_number({ number: '3' })])
    expect(other().element().parentElement?.textContent).toContain(text)
  expect(choices().elements()).toHaveLength(0)
  await other().click()
  await expect.element(choices().first()).toHaveFocus()
  await expect.element(other()).not.toBeInTheDocument()
})

test('It is not folded where the column of the names has to be chosen', async () => {
  await page.viewport(390, 844)
  await show({ class: 1 })
  await expect.element(page.getByText(m.class_list_name_needed())).toBeVisible()
  await expect.element(other()).not.toBeInTheDocument()
})

test('On a larger screen it stands open', async () => {
  await page.viewport(1280, 800)
  await show({ name: 0 })
  await expect.element(choices().first()).toBeVisible()
  expect(other().elements()).toHaveLength(0)
})
