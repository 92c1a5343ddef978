import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { formatDay } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { CertificatePaper } from './certificate-paper.tsx'

vi.mock('#kit/installation/installation.data.ts', () => ({
  installationQuery: { queryKey: ['installation'], queryFn: () => ({ libraryName: null }) },
}))

test('It is the library that certifies, as in letters, where it has no name yet: not the program', async () => {
  const day = '2026-06-30'
  const awa = { id: '1', name: 'Awa Diop', className: '3e A', card: '20009281', schoolNumber: '', books: [] }
  await renderPage(<CertificatePaper people={[awa]} day={day} />)
  const statement = m.certificate_statement({ library: isolated(m.letter_library()), day: formatDay(day) })
  await expect.element(page.getByText(statement)).toBeInTheDocument()
})
