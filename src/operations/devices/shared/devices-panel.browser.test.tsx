import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import type { Devices } from '../devices.schema.ts'
import { DevicesPanel } from './devices-panel.tsx'
import { LIBRARY } from '#operations/settings/library.test-kit.ts'
import { changeLibrarySettings, undoLibraryChange } from '#kit/library-settings/library-settings.data.ts'

vi.mock('#kit/library-settings/library-settings.data.ts', () => ({
  changeLibrarySettings: vi.fn(() => Promise.resolve({ undo: 'change' })),
  undoLibraryChange: vi.fn(() => Promise.resolve()),
}))
vi.mock('#kit/activity/undo/undo.data.ts', () => ({ UNDO_TIME: 10_000 }))

const NOWHERE: Devices = { places: [], port: 3000, isHere: false }
const HOUSE = 'http://192.168.1.20:3000'
const placeOf = (origin: string, state: Devices['places'][number]['state'] = 'open') => ({
  origin,
  state,
  qr: { size: 33, path: 'M4 4h1v1h-1z' },
})
const OPEN = {
  devices: { ...NOWHERE, places: [placeOf(HOUSE)] },
  library: { ...LIBRARY, network: true },
  variables: {},
}
const SHUT = { devices: NOWHERE, library: LIBRARY, variables: {} }
const button = (name: string) => page.getByRole('button', { name })

test('It is opened after the warnings, and that can be taken back', async () => {
  await renderPage(<DevicesPanel {...SHUT} />)
  await expect.element(page.getByText(m.devices_intro_off())).toBeVisible()
  await userEvent.click(button(m.devices_open()))
  const dialog = page.getByRole('alertdialog', { name: m.devices_open_title() })
  for (const warning of [m.devices_warn_all, m.devices_warn_http, m.devices_warn_forward, m.devices_warn_moves])
    await expect.element(dialog.getByText(warning())).toBeVisible()
  expect(changeLibrarySettings).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: m.devices_open() }))
  expect(changeLibrarySettings).toHaveBeenCalledWith({ data: { network: true } })
  await expect.element(dialog).not.toBeInTheDocument()
  await userEvent.click(button(m.books_undo()))
  expect(undoLibraryChange).toHaveBeenCalledWith({ data: { id: 'change' } })
})

test('While it is open each address has its code, and it is closed by one press', async () => {
  await renderPage(<DevicesPanel {...OPEN} />)
  await expect.element(page.getByRole('img', { name: m.devices_qr({ address: HOUSE }) })).toBeVisible()
  await expect.element(page.getByText(m.devices_http())).toBeVisible()
  await expect.element(page.getByText(m.devices_no_answer({ port: 3000 }))).toBeVisible()
  await userEvent.click(button(m.devices_close()))
  expect(changeLibrarySettings).toHaveBeenLastCalledWith({ data: { network: false } })
})

test('Who would cut off this page is asked before', async () => {
  vi.mocked(changeLibrarySettings).mockClear()
  await renderPage(<DevicesPanel {...OPEN} devices={{ ...OPEN.devices, isHere: true }} />)
  await userEvent.click(button(m.devices_close()))
  const dialog = page.getByRole('alertdialog', { name: m.devices_close_title() })
  expect(changeLibrarySettings).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: m.devices_close() }))
  expect(changeLibrarySettings).toHaveBeenCalledWith({ data: { network: false } })
})

test('An address that is not open says why, and has no code', async () => {
  const places = [placeOf(HOUSE, 'taken'), placeOf('http://10.0.0.5:3000', 'failed')]
  await renderPage(<DevicesPanel {...OPEN} devices={{ ...NOWHERE, places }} />)
  await expect.element(page.getByText(m.devices_taken({ port: 3000 }))).toBeVisible()
  await expect.element(page.getByText(m.devices_failed())).toBeVisible()
  await expect.element(page.getByRole('img')).not.toBeInTheDocument()
})

test('A machine in no network says so', async () => {
  await renderPage(<DevicesPanel {...OPEN} devices={NOWHERE} />)
  await expect.element(page.getByText(m.devices_none())).toBeVisible()
})

test('Where the operator has decided, the address stands with the variable, and nothing can be pressed but to copy it', async () => {
  const site = { ...NOWHERE, places: [placeOf('https://library.example.org')] }
  await renderPage(<DevicesPanel {...SHUT} devices={site} variables={{ network: 'BASE_URL' }} />)
  await expect.element(page.getByText(m.devices_intro_site())).toBeVisible()
  await expect.element(page.getByText(m.setting_by_variable({ variable: 'BASE_URL' }))).toBeVisible()
  await expect.element(page.getByText(m.devices_http())).not.toBeInTheDocument()
  await expect.element(page.getByRole('button')).toHaveTextContent(m.devices_copy())
})
