import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError, type RowData } from '#base/errors/app-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { createGenre, updateGenre } from './genre-edit.data.ts'
import { GenreForm } from './genre-form.tsx'
import type { CountedGenre } from './genre.schema.ts'

const MANGA: CountedGenre = {
  id: '0199a000-0000-7000-8000-000000000001',
  name: 'Manga',
  slug: null,
  names: { fr: 'Mangas' },
  hue: 12,
  bookCount: 0,
  version: 1,
}

vi.mock('./genre-edit.data.ts', () => ({ createGenre: vi.fn(), updateGenre: vi.fn() }))
vi.mock('#kit/activity/undo/undo.data.ts', () => ({ UNDO_TIME: 1000, useUndoLast: () => () => undefined }))
vi.mock('#kit/me/me.data.ts', () => ({
  currentUserQuery: { queryKey: ['me'], queryFn: () => ({ id: '0199a000-0000-7000-8000-00000000000f' }) },
}))

const onDone = vi.fn()
const name = page.getByRole('textbox', { name: m.genre_name(), exact: true })
const french = page.getByRole('textbox', { name: 'Français' })
const save = page.getByRole('button', { name: m.genre_save(), exact: true })

beforeEach(() => {
  onDone.mockClear()
  vi.mocked(updateGenre).mockReset()
  vi.mocked(createGenre).mockReset()
  vi.mocked(updateGenre).mockImplementation((({ data }: { data: object }) =>
    Promise.resolve({ ...MANGA, ...data })) as never)
  vi.mocked(createGenre).mockResolvedValue(MANGA as never)
})

const changedTo = (theirs: CountedGenre) =>
  new AppError({ code: 'CONFLICT', status: 409, message: 'CONFLICT', theirs: theirs as unknown as RowData })

test('What others have saved meanwhile is shown at the field, and saved over by a second press', async () => {
  const theirs = { ...MANGA, name: 'Comic books', names: { fr: 'Bédés' }, version: 2 }
  vi.mocked(updateGenre).mockRejectedValueOnce(changedTo(theirs))
  await renderPage(<GenreForm genre={MANGA} onDone={onDone} />)
  await userEvent.fill(name, 'Graphic novels')
  await userEvent.fill(page.getByRole('textbox', { name: 'Kiswahili' }), 'Katuni')
  await userEvent.click(save)
  const sentence = m.genre_changed({ theirs: 'Comic books', by: m.conflict_someone() })
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveValue('Graphic novels')
  await expect.element(french).toHaveValue('Bédés')
  expect(onDone).not.toHaveBeenCalled()
  await userEvent.click(save)
  await expect.poll(() => onDone).toHaveBeenCalledOnce()
  const changes = { id: MANGA.id, name: 'Graphic novels', names: { sw: 'Katuni' } }
  expect(vi.mocked(updateGenre).mock.calls.map(([{ data }]) => data)).toEqual([
    { ...changes, version: 1 },
    { ...changes, version: 2 },
  ])
})

test('Changes of different fields are both saved at once', async () => {
  vi.mocked(updateGenre).mockRejectedValueOnce(changedTo({ ...MANGA, name: 'Comic books', version: 2 }))
  await renderPage(<GenreForm genre={MANGA} onDone={onDone} />)
  await userEvent.fill(french, '')
  await userEvent.click(save)
  await expect.poll(() => onDone).toHaveBeenCalledOnce()
  expect(vi.mocked(updateGenre).mock.lastCall).toEqual([{ data: { id: MANGA.id, version: 2, names: { fr: '' } } }])
  await expect.element(page.getByText(m.merged_title())).toBeVisible()
})

test('A genre that was deleted meanwhile is not saved as a new one', async () => {
  vi.mocked(updateGenre).mockRejectedValue(new AppError({ code: 'NOT_FOUND', status: 404, message: 'NOT_FOUND' }))
  await renderPage(<GenreForm genre={MANGA} onDone={onDone} />)
  await userEvent.fill(name, 'Graphic novels')
  await userEvent.click(save)
  await expect.element(page.getByText(m.genre_update_failed())).toBeVisible()
  await userEvent.click(save)
  await expect.poll(() => vi.mocked(updateGenre).mock.calls.length).toBe(2)
  expect(createGenre).not.toHaveBeenCalled()
})

test('A new genre is added with what was typed, and a colour of its name unless one is chosen', async () => {
  await renderPage(<GenreForm genre={undefined} onDone={onDone} />)
  const add = page.getByRole('button', { name: m.genre_add(), exact: true })
  await userEvent.click(add)
  await expect.element(page.getByText(m.genre_required())).toBeVisible()
  await expect.element(name).toHaveFocus()
  await userEvent.fill(name, ' Maps ')
  await userEvent.click(add)
  await expect.poll(() => onDone).toHaveBeenCalledOnce()
  expect(vi.mocked(createGenre).mock.lastCall).toEqual([
    { data: { name: 'Maps', names: { en: '', fr: '', ar: '', sw: '' } } },
  ])
})
