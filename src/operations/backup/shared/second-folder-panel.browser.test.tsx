import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '#base/errors/app-error.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { undoLibraryChange } from '#kit/library-settings/library-settings.data.ts'
import { saveSecondFolder, stopSecondFolder } from '../second-folder/second-folder.data.ts'
import type { PluggedIn } from '../second-folder/second-folder.schema.ts'
import { SecondFolderPanel } from './second-folder-panel.tsx'

/** What the server answers. */
const now: { pluggedIn: PluggedIn } = { pluggedIn: { drives: [], isLent: false, sticks: [] } }

vi.mock('#kit/library-settings/library-settings.data.ts', () => ({
  changeLibrarySettings: vi.fn(),
  undoLibraryChange: vi.fn(() => Promise.resolve()),
  settingListQuery: { queryKey: ['settings', 'list'] },
}))
vi.mock('../second-folder/second-folder.data.ts', () => ({
  saveSecondFolder: vi.fn(() => Promise.resolve({ undo: 'change' })),
  stopSecondFolder: vi.fn(() => Promise.resolve({ undo: 'stop' })),
  pluggedInQuery: {
    queryKey: ['settings', 'plugged-in'],
    queryFn: vi.fn(() => Promise.resolve(now.pluggedIn)),
    refetchInterval: 50,
  },
}))
vi.mock('#kit/activity/undo/undo.data.ts', () => ({ UNDO_TIME: 10_000 }))

const NOTHING = { drives: [], isLent: false, sticks: [] }
const NONE = { folder: null, isSameDisk: false, pluggedIn: NOTHING }
beforeEach(() => {
  now.pluggedIn = NOTHING
})
const STICK = '/media/ada/STICK'
const field = page.getByRole('textbox', { name: m.second_folder_other() })
const submit = page.getByRole('button', { name: m.second_folder_submit() })

test('A drive is chosen by one press, which the toast takes back', async () => {
  const pluggedIn = (now.pluggedIn = { ...NOTHING, drives: [{ folder: STICK, free: 8e9 }] })
  await renderPage(<SecondFolderPanel setting={{ ...NONE, pluggedIn }} variable={undefined} />)
  await expect.element(page.getByText(m.second_folder_warning())).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: m.second_folder_choose_one({ folder: STICK }) }))
  expect(saveSecondFolder).toHaveBeenCalledWith({ data: { folder: STICK } })
  await userEvent.click(page.getByRole('button', { name: m.books_undo() }))
  expect(undoLibraryChange).toHaveBeenCalledWith({ data: { id: 'change' } })
})

test('Another folder is typed; what is wrong with it stands at the field', async () => {
  const problem = { key: 'in_words', params: { sentence: m.second_folder_missing() } } as const
  vi.mocked(saveSecondFolder).mockRejectedValueOnce(
    new AppError({ code: 'VALIDATION_ERROR', status: 400, message: '', fields: { folder: problem } }),
  )
  await renderPage(<SecondFolderPanel setting={NONE} variable={undefined} />)
  await expect.element(page.getByText(m.second_folder_no_drive({ file: 'docs/operations.md' }))).toBeVisible()
  await userEvent.click(submit)
  await expect.element(page.getByText(m.validation_required())).toBeVisible()
  await userEvent.fill(field, '/mnt/x')
  await userEvent.click(submit)
  await expect.element(page.getByText(m.second_folder_missing())).toBeVisible()
  await expect.element(field).toHaveValue('/mnt/x')
})

test('A stick that is plugged in meanwhile is offered by itself, by its name, and one that is not taken says why', async () => {
  const stick = { folder: 'usb:1234-ABCD/BAOBABS', name: 'BAOBABS', size: 16e9, problem: null }
  const pluggedIn = (now.pluggedIn = { ...NOTHING, isLent: true })
  await renderPage(<SecondFolderPanel setting={{ ...NONE, pluggedIn }} variable={undefined} />)
  await expect.element(page.getByText(m.second_folder_none_yet())).toBeVisible()
  const other = { ...stick, folder: 'usb:5678-ABCD/MAJI', name: 'MAJI', problem: 'type' } as const
  now.pluggedIn = { ...NOTHING, isLent: true, sticks: [stick, other] }
  const choose = page.getByRole('button', { name: m.second_folder_choose_one({ folder: isolated('BAOBABS') }) })
  await userEvent.click(choose)
  expect(saveSecondFolder).toHaveBeenCalledWith({ data: { folder: stick.folder } })
  await expect.element(page.getByText(m.second_folder_type())).toBeVisible()
  expect(
    page.getByRole('button', { name: m.second_folder_choose_one({ folder: isolated('MAJI') }) }).elements(),
  ).toHaveLength(0)
  // Pulled out again.
  now.pluggedIn = { ...NOTHING, isLent: true }
  await expect.element(choose).not.toBeInTheDocument()
})

test('A chosen stick is called by its name', async () => {
  const stick = { folder: 'usb:1234-ABCD/BAOBABS', name: 'BAOBABS', size: 16e9, problem: null }
  const pluggedIn = (now.pluggedIn = { ...NOTHING, isLent: true, sticks: [stick] })
  await renderPage(<SecondFolderPanel setting={{ ...NONE, folder: stick.folder, pluggedIn }} variable={undefined} />)
  await expect.element(page.getByText(m.second_folder_stick_good({ name: isolated('BAOBABS') }))).toBeVisible()
  // It needs not be chosen again.
  await expect.element(page.getByText('BAOBABS', { exact: true })).toBeVisible()
  expect(page.getByRole('button', { name: m.second_folder_choose() }).elements()).toHaveLength(0)
})

test('It is stopped by one press, and the same disk is pointed out', async () => {
  await renderPage(
    <SecondFolderPanel setting={{ ...NONE, folder: '/srv/second', isSameDisk: true }} variable={undefined} />,
  )
  await expect.element(page.getByText(m.second_folder_good({ folder: '/srv/second' }))).toBeVisible()
  await expect.element(page.getByText(m.second_folder_same_disk())).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: m.second_folder_stop() }))
  expect(stopSecondFolder).toHaveBeenCalled()
})

test('A variable that decides is named, in place of the choices', async () => {
  await renderPage(<SecondFolderPanel setting={{ ...NONE, folder: '/mnt/stick' }} variable="BACKUP_FOLDER" />)
  await expect.element(page.getByText(m.setting_by_variable({ variable: 'BACKUP_FOLDER' }))).toBeVisible()
  expect(submit.elements()).toHaveLength(0)
})
