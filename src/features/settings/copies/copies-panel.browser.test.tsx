import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '#errors/app-error.ts'
import { m } from '#i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { saveCopyFolder, stopCopies, undoLibraryChange } from '../settings-list.data.ts'
import { CopiesPanel } from './copies-panel.tsx'

vi.mock('../settings-list.data.ts', () => ({
  changeLibrarySettings: vi.fn(),
  saveCopyFolder: vi.fn(() => Promise.resolve({ undo: 'change' })),
  stopCopies: vi.fn(() => Promise.resolve({ undo: 'stop' })),
  undoLibraryChange: vi.fn(() => Promise.resolve()),
  settingListQuery: { queryKey: ['settings', 'list'] },
}))
vi.mock('#features/activity/undo/undo.data.ts', () => ({ UNDO_TIME: 10_000 }))

const NONE = { folder: null, isSameDisk: false, drives: [] }
const STICK = '/media/ada/STICK'
const field = page.getByRole('textbox', { name: m.copies_other() })
const submit = page.getByRole('button', { name: m.copies_submit() })

test('A drive is chosen by one press, which the toast takes back', async () => {
  await renderPage(<CopiesPanel copies={{ ...NONE, drives: [{ folder: STICK, free: 8e9 }] }} variable={undefined} />)
  await expect.element(page.getByText(m.copies_warning())).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: m.copies_choose_one({ folder: STICK }) }))
  expect(saveCopyFolder).toHaveBeenCalledWith({ data: { folder: STICK } })
  await userEvent.click(page.getByRole('button', { name: m.books_undo() }))
  expect(undoLibraryChange).toHaveBeenCalledWith({ data: { id: 'change' } })
})

test('Another folder is typed; what is wrong with it stands at the field', async () => {
  const problem = { key: 'in_words', params: { sentence: m.copies_missing() } } as const
  vi.mocked(saveCopyFolder).mockRejectedValueOnce(
    new AppError({ code: 'VALIDATION_ERROR', status: 400, message: '', fields: { folder: problem } }),
  )
  await renderPage(<CopiesPanel copies={NONE} variable={undefined} />)
  await expect.element(page.getByText(m.copies_no_drive({ file: 'docs/operations.md' }))).toBeVisible()
  await userEvent.click(submit)
  await expect.element(page.getByText(m.validation_required())).toBeVisible()
  await userEvent.fill(field, '/mnt/x')
  await userEvent.click(submit)
  await expect.element(page.getByText(m.copies_missing())).toBeVisible()
  await expect.element(field).toHaveValue('/mnt/x')
})

test('It is stopped by one press, and the same disk is pointed out', async () => {
  await renderPage(<CopiesPanel copies={{ ...NONE, folder: '/srv/copies', isSameDisk: true }} variable={undefined} />)
  await expect.element(page.getByText(m.copies_good({ folder: '/srv/copies' }))).toBeVisible()
  await expect.element(page.getByText(m.copies_same_disk())).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: m.copies_stop() }))
  expect(stopCopies).toHaveBeenCalled()
})

test('A variable that decides is named, in place of the choices', async () => {
  await renderPage(<CopiesPanel copies={{ ...NONE, folder: '/mnt/stick' }} variable="BACKUP_FOLDER" />)
  await expect.element(page.getByText(m.setting_by_variable({ variable: 'BACKUP_FOLDER' }))).toBeVisible()
  expect(submit.elements()).toHaveLength(0)
})
